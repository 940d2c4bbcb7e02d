package dev.assay.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.assay.analysis.RunAnalysis;
import dev.assay.model.study.StudyRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Opens the pages of a test class in a real browser, each from a file and without network. */
final class ReportBrowser implements BeforeAllCallback, AfterAllCallback {
    /** Gives the width of a desktop's window in pixels. */
    static final int WIDE = 1280;
    /** Gives the width of a phone's window in pixels. */
    static final int PHONE = 390;

    /** Serves all classes in a JVM, since starting a browser takes longer than most of their tests. It ends with the JVM. */
    private static @Nullable Chromium chromium;

    private @Nullable Path folder;
    private int pages;

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        folder = Files.createTempDirectory("report-pages");
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        if (chromium != null) {
            chromium.closePages();
        }
        if (folder != null) {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
        }
    }

    /** Opens the report of a run on a desktop in light colours. */
    Page open(RunAnalysis run) throws IOException {
        return open(run, WIDE, ColorScheme.LIGHT).page();
    }

    Chromium.Opened open(RunAnalysis run, int width, ColorScheme scheme) throws IOException {
        return open(HtmlReport.render(run), width, scheme);
    }

    Chromium.Opened open(RunAnalysis run, StudyRecord study, int width, ColorScheme scheme) throws IOException {
        return open(HtmlReport.render(run, Optional.of(study), Optional.empty()), width, scheme);
    }

    Chromium.Opened open(String html, int width, ColorScheme scheme) throws IOException {
        return chromium().open(write(html), width, scheme);
    }

    Chromium.Opened visit(String address, int width) {
        return chromium().visit(address, width, ColorScheme.LIGHT);
    }

    /** Opens the report with scripts disabled. */
    Page withoutScripts(RunAnalysis run) throws IOException {
        return chromium()
                .open(write(HtmlReport.render(run)), WIDE, ColorScheme.LIGHT, false)
                .page();
    }

    private static Chromium chromium() {
        if (chromium == null) {
            chromium = new Chromium();
        }
        return chromium;
    }

    private Path write(String html) throws IOException {
        if (folder == null) {
            throw new IllegalStateException("the folder is made before the first test, but this is no test");
        }
        pages++;
        return Files.writeString(folder.resolve("page-" + pages + ".html"), html);
    }

    /** Returns the lines of the file that a value's button downloads. */
    static List<String> csv(Page page, String value) throws IOException {
        Path file = page.waitForDownload(
                        () -> page.locator(value + " [data-csv]").click())
                .path();
        return Files.readAllLines(file);
    }

    /** Asserts that a page complained about nothing and requested nothing. */
    static void assertQuiet(Chromium.Opened opened) {
        assertThat(opened.complaints()).isEmpty();
        assertThat(opened.requests())
                .allMatch(url -> url.startsWith("file:") || url.startsWith("data:"))
                .hasSizeLessThanOrEqualTo(2);
    }

    /** Asserts that the page is no wider than the window; tables scroll within their own boxes. */
    static void assertFits(Page page) {
        assertThat(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))
                .isEqualTo(true);
    }

    /** Asserts that every visible chart shows something. */
    static void assertDrawn(Page page) {
        Locator charts = page.locator(".chart:visible");
        for (int i = 0; i < charts.count(); i++) {
            Locator svg = charts.nth(i).locator("svg");
            assertThat(svg.boundingBox().width).isGreaterThan(250);
            assertThat(svg.boundingBox().height).isGreaterThan(60);
            assertThat(svg.locator("path").count()).isGreaterThan(4);
        }
        assertThat(charts.count()).isPositive();
    }
}
