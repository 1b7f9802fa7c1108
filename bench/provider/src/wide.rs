//! `bench_wide`: three hundred attributes in one object.

use terrane::prelude::*;

use crate::Bench;

macro_rules! wide {
    ($($text:ident $number:ident $flag:ident $list:ident $computed:ident)*) => {
        #[derive(Model)]
        pub(crate) struct Wide {
            id: Computed<String>,
            $(
                $text: Option<String>,
                $number: Option<i64>,
                $flag: Option<bool>,
                $list: Option<Vec<String>>,
                #[tf(optional)]
                $computed: Computed<String>,
            )*
        }

        impl Wide {
            /// Every computed attribute gets its name.
            fn computed() -> WideComputed {
                WideComputed {
                    id: "wide".to_owned(),
                    $($computed: stringify!($computed).to_owned(),)*
                }
            }
        }
    };
}

wide! {
    attr_000 attr_001 attr_002 attr_003 attr_004
    attr_005 attr_006 attr_007 attr_008 attr_009
    attr_010 attr_011 attr_012 attr_013 attr_014
    attr_015 attr_016 attr_017 attr_018 attr_019
    attr_020 attr_021 attr_022 attr_023 attr_024
    attr_025 attr_026 attr_027 attr_028 attr_029
    attr_030 attr_031 attr_032 attr_033 attr_034
    attr_035 attr_036 attr_037 attr_038 attr_039
    attr_040 attr_041 attr_042 attr_043 attr_044
    attr_045 attr_046 attr_047 attr_048 attr_049
    attr_050 attr_051 attr_052 attr_053 attr_054
    attr_055 attr_056 attr_057 attr_058 attr_059
    attr_060 attr_061 attr_062 attr_063 attr_064
    attr_065 attr_066 attr_067 attr_068 attr_069
    attr_070 attr_071 attr_072 attr_073 attr_074
    attr_075 attr_076 attr_077 attr_078 attr_079
    attr_080 attr_081 attr_082 attr_083 attr_084
    attr_085 attr_086 attr_087 attr_088 attr_089
    attr_090 attr_091 attr_092 attr_093 attr_094
    attr_095 attr_096 attr_097 attr_098 attr_099
    attr_100 attr_101 attr_102 attr_103 attr_104
    attr_105 attr_106 attr_107 attr_108 attr_109
    attr_110 attr_111 attr_112 attr_113 attr_114
    attr_115 attr_116 attr_117 attr_118 attr_119
    attr_120 attr_121 attr_122 attr_123 attr_124
    attr_125 attr_126 attr_127 attr_128 attr_129
    attr_130 attr_131 attr_132 attr_133 attr_134
    attr_135 attr_136 attr_137 attr_138 attr_139
    attr_140 attr_141 attr_142 attr_143 attr_144
    attr_145 attr_146 attr_147 attr_148 attr_149
    attr_150 attr_151 attr_152 attr_153 attr_154
    attr_155 attr_156 attr_157 attr_158 attr_159
    attr_160 attr_161 attr_162 attr_163 attr_164
    attr_165 attr_166 attr_167 attr_168 attr_169
    attr_170 attr_171 attr_172 attr_173 attr_174
    attr_175 attr_176 attr_177 attr_178 attr_179
    attr_180 attr_181 attr_182 attr_183 attr_184
    attr_185 attr_186 attr_187 attr_188 attr_189
    attr_190 attr_191 attr_192 attr_193 attr_194
    attr_195 attr_196 attr_197 attr_198 attr_199
    attr_200 attr_201 attr_202 attr_203 attr_204
    attr_205 attr_206 attr_207 attr_208 attr_209
    attr_210 attr_211 attr_212 attr_213 attr_214
    attr_215 attr_216 attr_217 attr_218 attr_219
    attr_220 attr_221 attr_222 attr_223 attr_224
    attr_225 attr_226 attr_227 attr_228 attr_229
    attr_230 attr_231 attr_232 attr_233 attr_234
    attr_235 attr_236 attr_237 attr_238 attr_239
    attr_240 attr_241 attr_242 attr_243 attr_244
    attr_245 attr_246 attr_247 attr_248 attr_249
    attr_250 attr_251 attr_252 attr_253 attr_254
    attr_255 attr_256 attr_257 attr_258 attr_259
    attr_260 attr_261 attr_262 attr_263 attr_264
    attr_265 attr_266 attr_267 attr_268 attr_269
    attr_270 attr_271 attr_272 attr_273 attr_274
    attr_275 attr_276 attr_277 attr_278 attr_279
    attr_280 attr_281 attr_282 attr_283 attr_284
    attr_285 attr_286 attr_287 attr_288 attr_289
    attr_290 attr_291 attr_292 attr_293 attr_294
    attr_295 attr_296 attr_297 attr_298 attr_299
}

impl Resource for Wide {
    type Provider = Bench;

    async fn create(plan: Self, _: &Bench, _: &mut CreateContext) -> Result<Self> {
        Ok(plan.with_computed(Self::computed()))
    }

    async fn read(prior: Prior<Self>, _: &Bench, _: &mut ReadContext) -> Result<Found<Self>> {
        Ok(Found::or_gone(prior.into_complete()))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Bench, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan.with_computed(Self::computed()))
    }

    async fn delete(_: Prior<Self>, _: &Bench, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}
