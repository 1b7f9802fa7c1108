//! The names of character encodings, and the characters of single-byte encodings that the library of encodings does not have.

/// The names in lower case by which hosts know an encoding: those that are registered with IANA. [`find`] returns the first.
const NAMES: &[&[&str]] = &[
    &["big5", "csbig5"],
    &[
        "euc-jp",
        "cseucpkdfmtjapanese",
        "extended_unix_code_packed_format_for_japanese",
    ],
    &["euc-kr", "cseuckr"],
    &["gb18030", "csgb18030"],
    &["gbk", "cp936", "csgbk", "ms936", "windows-936"],
    &[
        "ibm037",
        "cp037",
        "csibm037",
        "ebcdic-cp-ca",
        "ebcdic-cp-nl",
        "ebcdic-cp-us",
        "ebcdic-cp-wt",
    ],
    &["ibm1047", "csibm1047", "ibm-1047"],
    &[
        "ibm01140",
        "ccsid01140",
        "cp01140",
        "csibm01140",
        "ebcdic-us-37+euro",
    ],
    &["ibm437", "437", "cp437", "cspc8codepage437"],
    &["ibm850", "850", "cp850", "cspc850multilingual"],
    &["ibm852", "852", "cp852", "cspcp852"],
    &["ibm855", "855", "cp855", "csibm855"],
    &[
        "ibm00858",
        "ccsid00858",
        "cp00858",
        "csibm00858",
        "pc-multilingual-850+euro",
    ],
    &["ibm860", "860", "cp860", "csibm860"],
    &["ibm862", "862", "cp862", "cspc862latinhebrew"],
    &["ibm863", "863", "cp863", "csibm863"],
    &["ibm865", "865", "cp865", "csibm865"],
    &["ibm866", "866", "cp866", "csibm866"],
    &["iso-2022-jp", "csiso2022jp"],
    &[
        "iso-8859-1",
        "cp819",
        "csisolatin1",
        "ibm819",
        "iso-ir-100",
        "iso_8859-1",
        "iso_8859-1:1987",
        "l1",
        "latin1",
    ],
    &[
        "iso-8859-10",
        "csisolatin6",
        "iso-ir-157",
        "iso_8859-10:1992",
        "l6",
        "latin6",
    ],
    &["iso-8859-13", "csiso885913"],
    &[
        "iso-8859-14",
        "csiso885914",
        "iso-celtic",
        "iso-ir-199",
        "iso_8859-14",
        "iso_8859-14:1998",
        "l8",
        "latin8",
    ],
    &["iso-8859-15", "csiso885915", "iso_8859-15", "latin-9"],
    &[
        "iso-8859-16",
        "csiso885916",
        "iso-ir-226",
        "iso_8859-16",
        "iso_8859-16:2001",
        "l10",
        "latin10",
    ],
    &[
        "iso-8859-2",
        "csisolatin2",
        "iso-ir-101",
        "iso_8859-2",
        "iso_8859-2:1987",
        "l2",
        "latin2",
    ],
    &[
        "iso-8859-3",
        "csisolatin3",
        "iso-ir-109",
        "iso_8859-3",
        "iso_8859-3:1988",
        "l3",
        "latin3",
    ],
    &[
        "iso-8859-4",
        "csisolatin4",
        "iso-ir-110",
        "iso_8859-4",
        "iso_8859-4:1988",
        "l4",
        "latin4",
    ],
    &[
        "iso-8859-5",
        "csisolatincyrillic",
        "cyrillic",
        "iso-ir-144",
        "iso_8859-5",
        "iso_8859-5:1988",
    ],
    &[
        "iso-8859-6",
        "arabic",
        "asmo-708",
        "csiso88596e",
        "csiso88596i",
        "csisolatinarabic",
        "ecma-114",
        "iso-8859-6-e",
        "iso-8859-6-i",
        "iso-ir-127",
        "iso_8859-6",
        "iso_8859-6-e",
        "iso_8859-6-i",
        "iso_8859-6:1987",
    ],
    &[
        "iso-8859-7",
        "csisolatingreek",
        "ecma-118",
        "elot_928",
        "greek",
        "greek8",
        "iso-ir-126",
        "iso_8859-7",
        "iso_8859-7:1987",
    ],
    &[
        "iso-8859-8",
        "csiso88598e",
        "csiso88598i",
        "csisolatinhebrew",
        "hebrew",
        "iso-8859-8-e",
        "iso-8859-8-i",
        "iso-ir-138",
        "iso_8859-8",
        "iso_8859-8-e",
        "iso_8859-8-i",
        "iso_8859-8:1988",
    ],
    &[
        "iso-8859-9",
        "csisolatin5",
        "iso-ir-148",
        "iso_8859-9",
        "iso_8859-9:1989",
        "l5",
        "latin5",
    ],
    &["koi8-r", "cskoi8r"],
    &["koi8-u", "cskoi8u"],
    &["macintosh", "csmacintosh", "mac"],
    &["shift_jis", "csshiftjis", "ms_kanji"],
    &[
        "us-ascii",
        "ansi_x3.4-1968",
        "ansi_x3.4-1986",
        "cp367",
        "csascii",
        "ibm367",
        "iso-ir-6",
        "iso646-us",
        "iso_646.irv:1991",
        "us",
    ],
    &["utf-16", "csutf16"],
    &["utf-16be", "csutf16be"],
    &["utf-16le", "csutf16le"],
    &["utf-8", "csutf8"],
    &["windows-1250", "cswindows1250"],
    &["windows-1251", "cswindows1251"],
    &["windows-1252", "cswindows1252"],
    &["windows-1253", "cswindows1253"],
    &["windows-1254", "cswindows1254"],
    &["windows-1255", "cswindows1255"],
    &["windows-1256", "cswindows1256"],
    &["windows-1257", "cswindows1257"],
    &["windows-1258", "cswindows1258"],
    &["windows-874", "cswindows874"],
];

/// Returns the first name of an encoding.
pub(super) fn find(name: &str) -> Option<&'static str> {
    let normalized = name.trim().to_ascii_lowercase();
    let mut all = NAMES.iter();
    let names = all.find(|names| names.contains(&normalized.as_str()))?;
    names.first().copied()
}

/// Returns the characters of an encoding: of all bytes, or of the bytes from 128 on if the others are ASCII.
pub(super) fn characters(name: &str) -> Option<&'static str> {
    let mut pages = PAGES.iter();
    pages
        .find(|(page, _)| *page == name)
        .map(|(_, characters)| *characters)
}

const PAGES: &[(&str, &str)] = &[
    (
        "ibm037",
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}\u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}\
         \u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}\u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}\
         \u{20}\u{a0}âäàáãåçñ¢.<(+|&éêëèíîïìß!$*);¬\
         -/ÂÄÀÁÃÅÇÑ¦,%_>?øÉÊËÈÍÎÏÌ`:#@'=\"\
         Øabcdefghi«»ðýþ±°jklmnopqrªºæ¸Æ¤\
         µ~stuvwxyz¡¿ÐÝÞ®^£¥·©§¶¼½¾[]¯¨´×\
         {ABCDEFGHI\u{ad}ôöòóõ}JKLMNOPQR¹ûüùúÿ\
         \\÷STUVWXYZ²ÔÖÒÓÕ0123456789³ÛÜÙÚ\u{9f}",
    ),
    (
        "ibm437",
        "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ\
         áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
         └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
         αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
    ),
    (
        "ibm850",
        "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒ\
         áíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐\
         └┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀\
         ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}",
    ),
    (
        "ibm852",
        "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×č\
         áíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐\
         └┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀\
         ÓßÔŃńňŠšŔÚŕŰýÝţ´\u{ad}˝˛ˇ˘§÷¸°¨˙űŘř■\u{a0}",
    ),
    (
        "ibm855",
        "ђЂѓЃёЁєЄѕЅіІїЇјЈљЉњЊћЋќЌўЎџЏюЮъЪ\
         аАбБцЦдДеЕфФгГ«»░▒▓│┤хХиИ╣║╗╝йЙ┐\
         └┴┬├─┼кК╚╔╩╦╠═╬¤лЛмМнНоОп┘┌█▄Пя▀\
         ЯрРсСтТуУжЖвВьЬ№\u{ad}ыЫзЗшШэЭщЩчЧ§■\u{a0}",
    ),
    (
        "ibm00858",
        "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒ\
         áíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐\
         └┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀\
         ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}",
    ),
    (
        "ibm860",
        "ÇüéâãàÁçêÊèÍÔìÃÂÉÀÈôõòÚùÌÕÜ¢£Ù₧Ó\
         áíóúñÑªº¿Ò¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
         └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
         αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
    ),
    (
        "ibm862",
        "אבגדהוזחטיךכלםמןנסעףפץצקרשת¢£¥₧ƒ\
         áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
         └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
         αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
    ),
    (
        "ibm863",
        "ÇüéâÂà¶çêëèïî‗À§ÉÈÊôËÏûù¤ÔÜ¢£ÙÛƒ\
         ¦´óú¨¸³¯Î⌐¬½¼¾«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
         └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
         αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
    ),
    (
        "ibm865",
        "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø₧ƒ\
         áíóúñÑªº¿⌐¬½¼¡«¤░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
         └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
         αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
    ),
    (
        "ibm1047",
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}\u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}\
         \u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}\u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}\
         \u{20}\u{a0}âäàáãåçñ¢.<(+|&éêëèíîïìß!$*);^\
         -/ÂÄÀÁÃÅÇÑ¦,%_>?øÉÊËÈÍÎÏÌ`:#@'=\"\
         Øabcdefghi«»ðýþ±°jklmnopqrªºæ¸Æ¤\
         µ~stuvwxyz¡¿Ð[Þ®¬£¥·©§¶¼½¾Ý¨¯]´×\
         {ABCDEFGHI\u{ad}ôöòóõ}JKLMNOPQR¹ûüùúÿ\
         \\÷STUVWXYZ²ÔÖÒÓÕ0123456789³ÛÜÙÚ\u{9f}",
    ),
    (
        "ibm01140",
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}\u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}\
         \u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}\u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}\
         \u{20}\u{a0}âäàáãåçñ¢.<(+|&éêëèíîïìß!$*);¬\
         -/ÂÄÀÁÃÅÇÑ¦,%_>?øÉÊËÈÍÎÏÌ`:#@'=\"\
         Øabcdefghi«»ðýþ±°jklmnopqrªºæ¸Æ€\
         µ~stuvwxyz¡¿ÐÝÞ®^£¥·©§¶¼½¾[]¯¨´×\
         {ABCDEFGHI\u{ad}ôöòóõ}JKLMNOPQR¹ûüùúÿ\
         \\÷STUVWXYZ²ÔÖÒÓÕ0123456789³ÛÜÙÚ\u{9f}",
    ),
    (
        "iso-8859-9",
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{8d}\u{8e}\u{8f}\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}\u{9a}\u{9b}\u{9c}\u{9d}\u{9e}\u{9f}\
         \u{a0}¡¢£¤¥¦§¨©ª«¬\u{ad}®¯°±²³´µ¶·¸¹º»¼½¾¿\
         ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏĞÑÒÓÔÕÖ×ØÙÚÛÜİŞß\
         àáâãäåæçèéêëìíîïğñòóôõö÷øùúûüışÿ",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_have_characters_for_all_bytes() {
        for (name, characters) in PAGES {
            let count = characters.chars().count();
            assert!(matches!(count, 128 | 256), "{name}: {count}");
            assert_eq!(find(name), Some(*name));
        }
    }

    #[test]
    fn other_encodings_are_in_the_library() {
        for names in NAMES {
            let name = names[0];
            let is_known = characters(name).is_some()
                || encoding_rs::Encoding::for_label(name.as_bytes()).is_some();
            assert!(is_known, "{name}");
        }
    }
}
