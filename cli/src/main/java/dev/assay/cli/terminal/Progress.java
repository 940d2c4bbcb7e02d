package dev.assay.cli.terminal;

import dev.assay.core.display.VisibleText;
import dev.assay.core.metric.Metrics;
import dev.assay.core.result.LatencyMetric;
import dev.assay.deployment.ProgressListener;
import java.io.PrintWriter;
import java.util.Locale;

/**
 * Says what is going on: on a terminal as one line that is written over, elsewhere as plain lines, and those of the load
 * only every tenth second.
 */
public final class Progress implements ProgressListener {
    private static final int PLAIN_EVERY = 10;

    /** Less than that is done before anybody has read how far it is. */
    private static final int WORTH_COUNTING = 100;

    static final String ERASE_LINE = "\r\u001b[2K";

    private final PrintWriter out;
    private final boolean terminal;
    private final boolean quiet;
    private String trial = "";
    private int loadLines;
    /** What no line has shown yet; plain lines show one second in ten. */
    private final WorstSecond unseen = new WorstSecond();

    private boolean lineOpen;
    private long lastDownloadMegabytes = -1;
    private String counted = "";
    private long lastTenths;

    /** How the load is going, once a second. */
    public record LoadLine(String phase, double perSecond, double responseP99Nanos, long backlog, String left) {}

    public Progress(PrintWriter out, boolean terminal) {
        this(out, terminal, false);
    }

    private Progress(PrintWriter out, boolean terminal, boolean quiet) {
        this.out = out;
        this.terminal = terminal;
        this.quiet = quiet;
    }

    /** One that shows nothing but what stays: warnings, and what is said on purpose. */
    public static Progress quiet(PrintWriter out) {
        return new Progress(out, false, true);
    }

    /** Whether figures may be coloured and lines written over. */
    public boolean isTerminal() {
        return terminal;
    }

    /** A trial begins; what follows is about it. */
    public synchronized void trial(String name) {
        showUnseen();
        trial = VisibleText.of(name);
        counted = "";
        loadLines = 0;
    }

    @Override
    public synchronized void step(String text) {
        showUnseen();
        line(VisibleText.of(text));
    }

    private void line(String text) {
        if (quiet) {
            return;
        }
        if (terminal) {
            over(prefix() + text);
        } else {
            out.println(prefix() + text);
            out.flush();
        }
    }

    @Override
    public synchronized void downloading(String file, long fileBytes, long allBytes) {
        long megabytes = allBytes >> 20;
        boolean worthALine = terminal || megabytes >= lastDownloadMegabytes + PLAIN_EVERY;
        if (megabytes != lastDownloadMegabytes && worthALine) {
            lastDownloadMegabytes = megabytes;
            step("downloading " + file + " (" + megabytes + " MiB in all so far)");
        }
    }

    /** A step that takes longer the more there is to do: plain lines come for each further tenth. */
    public synchronized void part(String text, long done, long all) {
        long tenths = all == 0 ? PLAIN_EVERY : done * PLAIN_EVERY / all;
        boolean begins = !text.equals(counted);
        if (all >= WORTH_COUNTING && (terminal || begins || tenths > lastTenths)) {
            lastTenths = tenths;
            counted = text;
            step("%s %,d of %,d".formatted(text, done, all));
        }
    }

    /** One second of the load; a line shows the worst of those before it that had none. */
    public synchronized void load(LoadLine line) {
        boolean due = terminal || loadLines % PLAIN_EVERY == 0;
        loadLines++;
        unseen.add(line);
        if (due) {
            show(line);
        }
    }

    private void show(LoadLine line) {
        line(String.format(
                Locale.ROOT,
                "%s  %s  %s p99 %s  %s %s  %s left%s",
                line.phase(),
                StatusFormats.rate(line.perSecond()),
                LatencyMetric.RESPONSE.title(),
                StatusFormats.latency(line.responseP99Nanos()),
                Metrics.BACKLOG.title(),
                StatusFormats.count(line.backlog()),
                line.left(),
                unseen.text()));
        unseen.clear();
    }

    /** The load has ended between two lines. */
    private void showUnseen() {
        unseen.last().ifPresent(this::show);
    }

    @Override
    public void warn(String text) {
        say(text);
    }

    /** Something that stays on the screen. */
    public synchronized void say(String text) {
        clear();
        out.println(VisibleText.of(text));
        out.flush();
    }

    /** Takes the status line away. */
    public synchronized void clear() {
        if (lineOpen) {
            out.print(ERASE_LINE);
            out.flush();
            lineOpen = false;
        }
    }

    private String prefix() {
        return trial.isEmpty() ? "" : "[" + trial + "] ";
    }

    private void over(String text) {
        out.print(ERASE_LINE + text);
        out.flush();
        lineOpen = true;
    }
}
