package dev.assay.cli.terminal;

import dev.assay.model.display.VisibleText;
import dev.assay.model.trial.TrialStage;
import dev.assay.run.event.EventLines;
import dev.assay.run.event.Progress;
import dev.assay.run.event.RunEvent;
import dev.assay.run.live.LoadSecond;
import java.io.PrintWriter;
import java.util.function.Supplier;

/** Shows progress: on a terminal as a table that is redrawn, elsewhere as plain lines, and for programs as events. */
public final class TerminalProgress implements Progress {
    /** Limits the plain lines for a long step. */
    private static final int TENTHS = 10;

    private static final int MEBIBYTES_EACH = 10;

    /** A step of fewer parts is done before anybody could read how far it is. */
    private static final int WORTH_COUNTING = 100;

    private final View view;
    private long lastDownloadMebibytes = -1;
    private String counted = "";
    private long lastTenths;

    /** @param terminal whether lines may be overwritten */
    public TerminalProgress(PrintWriter out, boolean terminal) {
        this(terminal ? new LiveView(out, TerminalSize::now, Terminal.isColoured()) : new PlainView(out));
    }

    private TerminalProgress(View view) {
        this.view = view;
    }

    /** Returns a progress that prints only warnings and messages. */
    public static Progress quiet(PrintWriter out) {
        return new TerminalProgress(new QuietView(out));
    }

    /**
     * Returns a progress that prints events for programs.
     *
     * @param people where warnings are printed as well
     */
    public static Progress events(EventLines events, PrintWriter people) {
        return new TerminalProgress(new EventView(events, people));
    }

    static Progress live(PrintWriter out, Supplier<TerminalSize> size, boolean coloured) {
        return new TerminalProgress(new LiveView(out, size, coloured));
    }

    @Override
    public synchronized void trial(String name) {
        counted = "";
        view.trial(name);
    }

    @Override
    public synchronized void step(String text) {
        view.step(text);
    }

    @Override
    public synchronized void stage(TrialStage stage) {
        view.stage(stage);
    }

    @Override
    public synchronized void downloading(String file, long fileBytes, long allBytes) {
        long mebibytes = allBytes >> 20;
        boolean worthALine = view.overwrites() || mebibytes >= lastDownloadMebibytes + MEBIBYTES_EACH;
        if (mebibytes != lastDownloadMebibytes && worthALine) {
            lastDownloadMebibytes = mebibytes;
            step("downloading " + file + " (" + mebibytes + " MiB in all so far)");
        }
    }

    /** Shows how far a long step is; plain lines come for each further tenth. */
    @Override
    public synchronized void part(String text, long done, long all) {
        long tenths = all == 0 ? TENTHS : done * TENTHS / all;
        boolean begins = !text.equals(counted);
        if (all >= WORTH_COUNTING && (view.overwrites() || begins || tenths > lastTenths)) {
            lastTenths = tenths;
            counted = text;
            step("%s %,d of %,d".formatted(text, done, all));
        }
    }

    @Override
    public synchronized void load(LoadSecond second) {
        view.load(second);
    }

    @Override
    public synchronized void warn(String text) {
        view.warn(text);
    }

    @Override
    public synchronized void say(String text) {
        view.say(text);
    }

    @Override
    public synchronized void event(RunEvent event) {
        view.event(event);
    }

    @Override
    public synchronized void clear() {
        view.clear();
    }

    /** Prints only warnings and messages, which stay. */
    private record QuietView(PrintWriter out) implements View {
        @Override
        public void say(String text) {
            out.println(VisibleText.message(text));
            out.flush();
        }
    }
}
