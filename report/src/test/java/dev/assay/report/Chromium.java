package dev.assay.report;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs the machine's own Chromium without a window and without network; Playwright downloads none. */
final class Chromium implements AutoCloseable {
    private static final String OVERRIDE = "ASSAY_CHROMIUM";

    /** Limits the wait for the browser; one that takes longer is defective even on a busy machine. */
    private static final double PATIENCE_MILLIS = 120_000;

    private final Playwright playwright;
    private final Browser browser;

    /** Holds an opened page with its complaints and its requests to the network. */
    record Opened(Page page, List<String> complaints, List<String> requests) {}

    Chromium() {
        Path executable = Path.of(System.getenv().getOrDefault(OVERRIDE, "/usr/bin/chromium"));
        if (!Files.isExecutable(executable)) {
            throw new IllegalStateException("the report is tested in a real browser, but there is none at " + executable
                    + "; install it (Debian: apt-get install chromium) or set " + OVERRIDE
                    + " to the path of a Chromium");
        }
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(executable)
                        .setTimeout(PATIENCE_MILLIS)
                        .setArgs(List.of(
                                "--no-sandbox",
                                "--disable-gpu",
                                "--js-flags=--no-opt --no-maglev", // a page lives for a second
                                "--disable-background-networking",
                                "--disable-component-update",
                                "--disable-sync",
                                "--no-first-run")));
    }

    Opened open(Path file, int width, ColorScheme scheme) {
        return open(file, width, scheme, true);
    }

    Opened open(Path file, int width, ColorScheme scheme, boolean script) {
        return open(file.toUri().toString(), width, scheme, script, true);
    }

    /** Opens a page of a server on this machine, which needs the network. */
    Opened visit(String address, int width, ColorScheme scheme) {
        return open(address, width, scheme, true, false);
    }

    private Opened open(String address, int width, ColorScheme scheme, boolean script, boolean offline) {
        BrowserContext context = browser.newContext(new Browser.NewContextOptions()
                .setViewportSize(width, 900)
                .setColorScheme(scheme)
                .setJavaScriptEnabled(script)
                .setOffline(offline));
        context.setDefaultTimeout(PATIENCE_MILLIS);
        Page page = context.newPage();
        List<String> complaints = new ArrayList<>();
        List<String> requests = new ArrayList<>();
        page.onConsoleMessage(message -> {
            if (message.type().equals("error") || message.type().equals("warning")) {
                complaints.add(message.type() + ": " + message.text());
            }
        });
        page.onPageError(complaints::add);
        page.onRequest(request -> requests.add(request.url()));
        page.navigate(address);
        if (script) {
            page.waitForSelector("html[data-ready=true]");
        }
        return new Opened(page, complaints, requests);
    }

    void closePages() {
        browser.contexts().forEach(BrowserContext::close);
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}
