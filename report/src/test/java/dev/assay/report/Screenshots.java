package dev.assay.report;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.assay.analysis.RunAnalysis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Writes the sample runs as pages with screenshots into a folder, for people to look at. */
final class Screenshots {
    private static final int WIDE = 1280;
    private static final int NARROW = 400;

    private Screenshots() {}

    public static void main(String[] args) throws IOException {
        Path folder = Files.createDirectories(Path.of(args[0]));
        Map<String, RunAnalysis> runs = Map.of(
                "versions", ComparisonReportTest.versions(1.4),
                "capacity", SampleRuns.capacity(),
                "verifications", SampleVerifications.alone(),
                "single", SampleRuns.single(),
                "stalled", SampleRuns.stalled(),
                "repeated", SampleRuns.repeated(),
                "levels", SampleRuns.mixedLevels(),
                "hostile", SampleRuns.hostile(),
                "empty", SampleRuns.empty());
        try (Chromium chromium = new Chromium()) {
            for (Map.Entry<String, RunAnalysis> run : runs.entrySet()) {
                Path file = folder.resolve(run.getKey() + ".html");
                Files.writeString(file, HtmlReport.render(run.getValue()));
                shoot(chromium, file);
            }
            Path study = folder.resolve("study.html");
            Files.writeString(
                    study, HtmlReport.render(SampleRuns.single(), Optional.of(SampleStudy.full()), Optional.empty()));
            shoot(chromium, study);
            hover(chromium, folder.resolve("single.html"), folder.resolve("single-hover.png"));
            print(chromium, folder.resolve("levels.html"), folder.resolve("levels.pdf"));
        }
    }

    private static void hover(Chromium chromium, Path file, Path picture) {
        Chromium.Opened opened = chromium.open(file, WIDE, ColorScheme.LIGHT);
        opened.page().locator("[data-panel=rate]").hover();
        opened.page().screenshot(new Page.ScreenshotOptions().setPath(picture));
        opened.page().context().close();
    }

    private static void print(Chromium chromium, Path file, Path pdf) {
        Chromium.Opened opened = chromium.open(file, WIDE, ColorScheme.LIGHT);
        opened.page().pdf(new Page.PdfOptions().setPath(pdf).setFormat("A4"));
        opened.page().context().close();
    }

    private static void shoot(Chromium chromium, Path file) {
        shoot(chromium, file, "light", WIDE, ColorScheme.LIGHT);
        shoot(chromium, file, "dark", WIDE, ColorScheme.DARK);
        shoot(chromium, file, "narrow", NARROW, ColorScheme.LIGHT);
    }

    private static void shoot(Chromium chromium, Path file, String name, int width, ColorScheme scheme) {
        Chromium.Opened opened = chromium.open(file, width, scheme);
        Path picture = Path.of(file.toString().replace(".html", "-" + name + ".png"));
        opened.page().screenshot(new Page.ScreenshotOptions().setPath(picture).setFullPage(true));
        System.out.println(picture + " " + opened.complaints());
        opened.page().context().close();
    }
}
