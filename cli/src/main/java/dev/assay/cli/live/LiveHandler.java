package dev.assay.cli.live;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.assay.report.HtmlReport;
import dev.assay.report.page.LivePage;
import dev.assay.run.serve.SideServer;
import dev.assay.worker.wire.WorkerToken;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;

/**
 * Answers those who know the token, which is the first part of the path: browsers send a bearer token only for scripts, and share cookies
 * among all ports of a host. A request for data is answered when there is news; the last answer is the report itself, so that the page has
 * it at once and fetches nothing while the process ends.
 */
final class LiveHandler implements HttpHandler {

    private static final long NANOS_PER_MILLI = 1_000_000;

    /** Limits the wait for news to less than the server's limit for an answer. */
    private static final long NEWS_NANOS = 10_000 * NANOS_PER_MILLI;

    /** Gives the time within which an open page asks again after an answer. */
    private static final long ASKS_AGAIN_NANOS = 500 * NANOS_PER_MILLI;

    /** Limits the time for which open pages may delay the end of the process. */
    private static final long LAST_ANSWERS_NANOS = 2_000 * NANOS_PER_MILLI;

    private static final String HTML = "text/html; charset=utf-8";

    private final byte[] token;
    private final LiveRun run;
    private final byte[] page;
    private final Path report;
    private int underWay;
    private boolean watched;
    private long lastUpdateNanos;

    /** @param report the file that will contain the report */
    LiveHandler(WorkerToken token, LiveRun run, LivePage page, Path report) {
        this.token = token.text().getBytes(StandardCharsets.UTF_8);
        this.run = run;
        this.page = HtmlReport.render(page).getBytes(StandardCharsets.UTF_8);
        this.report = report;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        counted(1);
        try (exchange) {
            protect(exchange.getResponseHeaders());
            String[] path = exchange.getRequestURI().getRawPath().split("/", -1);
            if (isForeign(exchange.getRequestHeaders())) {
                SideServer.refuse(exchange, HttpURLConnection.HTTP_FORBIDDEN, "this is no business of other pages");
            } else if (path.length != 3 || !isToken(path[1])) {
                SideServer.refuse(
                        exchange, HttpURLConnection.HTTP_NOT_FOUND, "open the address that the run has printed");
            } else if (!exchange.getRequestMethod().equals("GET")) {
                exchange.getResponseHeaders().set("Allow", "GET");
                SideServer.refuse(exchange, HttpURLConnection.HTTP_BAD_METHOD, "a run is there to be looked at");
            } else if (path[2].isEmpty()) {
                exchange.getResponseHeaders().set("Content-Security-Policy", HtmlReport.liveContentSecurityPolicy());
                SideServer.send(exchange, HttpURLConnection.HTTP_OK, HTML, page);
            } else if (path[2].equals("data")) {
                tell(exchange);
            } else {
                SideServer.refuse(exchange, HttpURLConnection.HTTP_NOT_FOUND, "there is only the page and its data");
            }
        } finally {
            counted(-1);
        }
    }

    /** Forbids browsers to store or frame the page, to pass on its address, and to read it from another origin. */
    private static void protect(Headers headers) {
        headers.set("Cache-Control", "no-store");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("X-Frame-Options", "DENY");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
        headers.set("Cross-Origin-Opener-Policy", "same-origin");
    }

    /**
     * Tells whether a page of another origin sent the request; following a link from one, such as from a terminal in a browser, is allowed.
     * The origin is compared with the host as the browser sees it, since a port may be forwarded.
     */
    private static boolean isForeign(Headers headers) {
        String origin = headers.getFirst("Origin");
        if (origin != null && !origin.equals("http://" + headers.getFirst("Host"))) {
            return true;
        }
        String site = headers.getFirst("Sec-Fetch-Site");
        return site != null
                && !site.equals("same-origin")
                && !site.equals("none")
                && !"document".equals(headers.getFirst("Sec-Fetch-Dest"));
    }

    /** Compares in constant time, which reveals nothing about how much of a guess was right. */
    private boolean isToken(String shown) {
        return MessageDigest.isEqual(token, shown.getBytes(StandardCharsets.UTF_8));
    }

    private void tell(HttpExchange exchange) throws IOException {
        String query = exchange.getRequestURI().getRawQuery();
        LiveCursor seen = LiveCursor.parse(query == null ? "" : query.replaceFirst("^after=", ""));
        boolean over;
        try {
            over = run.awaitNews(seen, NEWS_NANOS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return; // The server is closing: there is no answer.
        }
        if (over && Files.exists(report)) {
            SideServer.send(exchange, HttpURLConnection.HTTP_OK, HTML, Files.readAllBytes(report));
        } else {
            SideServer.send(
                    exchange,
                    HttpURLConnection.HTTP_OK,
                    "application/json; charset=utf-8",
                    run.since(seen).getBytes(StandardCharsets.UTF_8));
            updated(System.nanoTime());
        }
    }

    private synchronized void counted(int more) {
        underWay += more;
        notifyAll();
    }

    private synchronized void updated(long nanoTime) {
        watched = true;
        lastUpdateNanos = nanoTime;
    }

    /** Returns, once the run is over, when no page waits for an answer or is about to ask, and after 2 s at the latest. */
    synchronized void awaitLastAnswers() {
        long begun = System.nanoTime();
        try {
            for (long now = begun; now - begun < LAST_ANSWERS_NANOS; now = System.nanoTime()) {
                long quiet = watched ? ASKS_AGAIN_NANOS - (now - lastUpdateNanos) : 0;
                if (underWay == 0 && quiet <= 0) {
                    return;
                }
                long most = LAST_ANSWERS_NANOS - (now - begun);
                wait(Math.max(1, (underWay == 0 ? Math.min(quiet, most) : most) / NANOS_PER_MILLI));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
