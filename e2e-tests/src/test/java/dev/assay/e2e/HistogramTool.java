package dev.assay.e2e;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Runs {@code HistogramLogProcessor}, the log tool that comes with the HdrHistogram library, as its users do. */
final class HistogramTool {
    /**
     * Gives the index of p99.9 among the values behind T: in each line, which are n, then p50, p90, p99, p99.9, p99.99 and
     * the maximum in milliseconds.
     */
    private static final int P999 = 4;

    private HistogramTool() {}

    static double p999Millis(Path log, String tag, Path out) throws Exception {
        Path jar = Path.of(Histogram.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-cp",
                        jar.toString(),
                        "org.HdrHistogram.HistogramLogProcessor",
                        "-i",
                        log.toString(),
                        "-tag",
                        tag,
                        "-o",
                        out.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(30, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new AssertionError("HistogramLogProcessor failed: " + said);
        }
        String last = Files.readString(out)
                .lines()
                .filter(line -> line.contains(" T:"))
                .reduce((earlier, later) -> later)
                .orElseThrow(() -> new AssertionError(said));
        String[] totals = last.substring(last.indexOf(" T:") + 3)
                .replaceAll("[()]", " ")
                .strip()
                .split(" +", -1);
        return Double.parseDouble(totals[P999]);
    }
}
