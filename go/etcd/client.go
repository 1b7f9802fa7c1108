package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/terraform-plugin-log/tflog"
)

const (
	attempts     = 5
	firstDelay   = 500 * time.Millisecond
	longestDelay = 30 * time.Second
	longestLimit = 15 * time.Minute
	maxAnswer    = 32 << 20
)

// apiError is an answer of etcd that is not a success.
type apiError struct {
	status  int
	path    string
	message string
	wait    time.Duration
}

func (e *apiError) Error() string {
	return fmt.Sprintf("etcd answered %s with %d: %s", e.path, e.status, e.message)
}

// lostError is a request whose answer is missing. etcd may have carried it out.
type lostError struct {
	path  string
	cause error
}

func (e *lostError) Error() string {
	return fmt.Sprintf("no answer to %s: %v. etcd may have carried out the request", e.path, e.cause)
}

func (e *lostError) Unwrap() error {
	return e.cause
}

// isNotFound recognises objects that do not exist: etcd answers as to a failed precondition.
func isNotFound(err error) bool {
	var refused *apiError
	if !errors.As(err, &refused) {
		return false
	}
	return refused.status == http.StatusNotFound ||
		strings.HasSuffix(refused.message, " not found") ||
		strings.Contains(refused.message, " is not granted to ")
}

func isConflict(err error) bool {
	var refused *apiError
	return errors.As(err, &refused) &&
		(refused.status == http.StatusConflict || refused.status == http.StatusPreconditionFailed)
}

func mayBeApplied(err error) bool {
	var lost *lostError
	if errors.As(err, &lost) {
		return true
	}
	var refused *apiError
	return errors.As(err, &refused) && refused.status >= 500
}

// client sends requests to the JSON gateway of etcd. All resources share it.
type client struct {
	base     string
	agent    string
	http     *http.Client
	username string
	password string

	tokenLock sync.Mutex
	token     string

	limitLock sync.Mutex
	pausedTo  time.Time
}

func newClient(endpoint, agent, username, password, authority string) (*client, error) {
	roots, err := x509.SystemCertPool()
	if err != nil {
		return nil, fmt.Errorf("cannot read the certificates of the system: %w", err)
	}
	if authority != "" && !roots.AppendCertsFromPEM([]byte(authority)) {
		return nil, errors.New("ca_certificate is not PEM")
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}
	return &client{
		base:  strings.TrimRight(endpoint, "/") + "/v3/",
		agent: agent,
		http: &http.Client{
			Transport: transport,
			Timeout:   time.Minute,
			CheckRedirect: func(*http.Request, []*http.Request) error {
				return http.ErrUseLastResponse
			},
		},
		username: username,
		password: password,
	}, nil
}

// authorization returns the token. refused is a token that etcd has refused.
func (c *client) authorization(ctx context.Context, refused string) (string, error) {
	if c.username == "" {
		return "", nil
	}
	c.tokenLock.Lock()
	defer c.tokenLock.Unlock()
	if c.token != "" && c.token != refused {
		return c.token, nil
	}
	var session struct {
		Token string `json:"token"`
	}
	login := map[string]any{"name": c.username, "password": c.password}
	if err := c.attempt(ctx, "auth/authenticate", login, true, false, &session); err != nil {
		return "", fmt.Errorf("cannot log in: %w", err)
	}
	c.token = session.Token
	return c.token, nil
}

// call sends a request that may be repeated.
func (c *client) call(ctx context.Context, path string, body, answer any) error {
	return c.attempt(ctx, path, body, true, true, answer)
}

// once sends a request that is not repeated if etcd may have carried it out.
func (c *client) once(ctx context.Context, path string, body, answer any) error {
	return c.attempt(ctx, path, body, false, true, answer)
}

func (c *client) attempt(ctx context.Context, path string, body any, repeatable, authorized bool, answer any) error {
	encoded, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("cannot encode the request %s: %w", path, err)
	}
	delay := firstDelay
	failures := 0
	renewed := false
	refused := ""
	limited := time.Duration(0)
	for {
		if err := c.paused(ctx); err != nil {
			return err
		}
		token := ""
		if authorized {
			token, err = c.authorization(ctx, refused)
			if err != nil {
				return err
			}
		}
		started := time.Now()
		err = c.send(ctx, path, encoded, token, answer)
		tflog.Debug(ctx, "request", map[string]any{
			"path": path, "milliseconds": time.Since(started).Milliseconds(), "failed": err != nil,
		})
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return err
		}
		var answered *apiError
		wait := time.Duration(0)
		switch {
		case errors.As(err, &answered) && answered.status == http.StatusUnauthorized && authorized && !renewed && c.username != "":
			renewed = true
			refused = token
			continue
		case errors.As(err, &answered) && answered.status == http.StatusTooManyRequests:
			wait = answered.wait
			if wait == 0 {
				wait = delay
				delay = min(2*delay, longestDelay)
			}
			limited += wait
			if limited > longestLimit {
				return err
			}
			c.pause(wait)
		case errors.As(err, &answered) && isTemporary(answered.status) && repeatable:
			failures++
			wait = max(jitter(delay), answered.wait)
			delay = min(2*delay, longestDelay)
		case isLost(err) && repeatable, isUnsent(err):
			failures++
			wait = jitter(delay)
			delay = min(2*delay, longestDelay)
		default:
			return err
		}
		if failures >= attempts {
			return err
		}
		if deadline, ok := ctx.Deadline(); ok && time.Now().Add(wait).After(deadline) {
			return err
		}
		if err := sleep(ctx, wait); err != nil {
			return err
		}
	}
}

func (c *client) send(ctx context.Context, path string, body []byte, token string, answer any) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+path, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("cannot create the request %s: %w", path, err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	request.Header.Set("User-Agent", c.agent)
	if token != "" {
		request.Header.Set("Authorization", token)
	}
	response, err := c.http.Do(request)
	if err != nil {
		var dial *net.OpError
		if errors.As(err, &dial) && dial.Op == "dial" {
			return fmt.Errorf("cannot reach etcd: %w", err)
		}
		return &lostError{path: path, cause: err}
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
	if err != nil {
		return &lostError{path: path, cause: err}
	}
	if len(text) > maxAnswer {
		return fmt.Errorf("the answer to %s has more than %d bytes", path, maxAnswer)
	}
	if response.StatusCode != http.StatusOK {
		var refusal struct {
			Message string `json:"message"`
			Error   string `json:"error"`
		}
		if json.Unmarshal(text, &refusal) != nil {
			refusal.Message = string(text)
		}
		if refusal.Message == "" {
			refusal.Message = refusal.Error
		}
		if token != "" {
			refusal.Message = strings.ReplaceAll(refusal.Message, token, "***")
		}
		wait := time.Duration(0)
		if seconds, err := strconv.Atoi(response.Header.Get("Retry-After")); err == nil {
			wait = time.Duration(seconds) * time.Second
		} else if at, err := http.ParseTime(response.Header.Get("Retry-After")); err == nil {
			wait = max(0, time.Until(at))
		}
		return &apiError{status: response.StatusCode, path: path, message: refusal.Message, wait: wait}
	}
	if answer == nil {
		return nil
	}
	if err := json.Unmarshal(text, answer); err != nil {
		return fmt.Errorf("the answer to %s does not have the expected form: %w", path, err)
	}
	return nil
}

func isTemporary(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusInternalServerError,
		http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

func isLost(err error) bool {
	var lost *lostError
	return errors.As(err, &lost)
}

func isUnsent(err error) bool {
	var dial *net.OpError
	return errors.As(err, &dial) && dial.Op == "dial"
}

func jitter(delay time.Duration) time.Duration {
	return delay + time.Duration(rand.Int63n(int64(delay)))
}

func sleep(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// pause delays the requests of all calls.
func (c *client) pause(wait time.Duration) {
	c.limitLock.Lock()
	defer c.limitLock.Unlock()
	if to := time.Now().Add(wait); to.After(c.pausedTo) {
		c.pausedTo = to
	}
}

func (c *client) paused(ctx context.Context) error {
	c.limitLock.Lock()
	wait := time.Until(c.pausedTo)
	c.limitLock.Unlock()
	if wait <= 0 {
		return nil
	}
	return sleep(ctx, wait)
}

// createUnique creates an object with a unique name. find returns whether it exists.
func (c *client) createUnique(ctx context.Context, path string, body, answer any, find func() (bool, error)) (exists bool, err error) {
	if found, err := find(); err != nil || found {
		return found, err
	}
	err = c.once(ctx, path, body, answer)
	if err == nil {
		return false, nil
	}
	if !mayBeApplied(err) {
		if isConflict(err) {
			if found, findErr := find(); findErr == nil && found {
				return true, nil
			}
		}
		return false, err
	}
	delay := firstDelay
	for range attempts {
		if found, findErr := find(); findErr == nil && found {
			return false, nil
		}
		if sleep(ctx, jitter(delay)) != nil {
			break
		}
		delay = min(2*delay, longestDelay)
	}
	return false, fmt.Errorf("%w. Look for the object, and import it if it exists", err)
}

func encode(text string) string {
	return base64.StdEncoding.EncodeToString([]byte(text))
}

func decode(text string) (string, error) {
	decoded, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return "", fmt.Errorf("etcd sent a text that is not Base64: %w", err)
	}
	return string(decoded), nil
}

func existsDetail(resource, id string) string {
	return fmt.Sprintf("etcd has an object with this name. To manage it, import it: terraform import %s.NAME '%s'", resource, id)
}
