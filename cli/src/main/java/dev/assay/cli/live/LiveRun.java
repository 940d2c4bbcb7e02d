package dev.assay.cli.live;

import dev.assay.model.trial.TrialListener;
import dev.assay.report.chart.ChartData;
import dev.assay.report.chart.SystemColours;
import dev.assay.report.chart.TrialCharts;
import dev.assay.report.chart.TrialLook;
import dev.assay.report.view.Block.Fact;
import dev.assay.report.view.Block.Plot;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Holds what pages show of a run under way: the charts of the current trial, and the trials that have ended. Pages ask for it; the run
 * never waits for them, and their answers are made on the asking thread.
 */
public final class LiveRun {
    private static final int ENDED_SHOWN = 100;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    private final List<LiveUpdate.Ended> ended = new ArrayList<>();
    private @Nullable LiveTrial current;
    /** Holds the previous trial, which is drawn until the current one has something to draw. */
    private @Nullable LiveTrial before;

    private int trials;
    /** Counts the changes, from one above the version of a page that has seen nothing. */
    private int version = 1;

    private String over = "";

    /**
     * Makes a new trial the current one.
     *
     * @param name for people
     * @return the listener that shows the trial
     */
    public TrialListener begin(String name, String system) {
        lock.lock();
        try {
            trials++;
            if (current != null && current.drawn()) {
                before = current;
            }
            LiveTrial begun = new LiveTrial(
                    this,
                    trials,
                    new TrialLook(
                            name,
                            name,
                            system,
                            SystemColours.of(List.of(system)).of(system)));
            current = begun;
            tell();
            return begun;
        } finally {
            lock.unlock();
        }
    }

    void changed() {
        lock.lock();
        try {
            tell();
        } finally {
            lock.unlock();
        }
    }

    void ended(String trial, String verdict) {
        lock.lock();
        try {
            ended.add(new LiveUpdate.Ended(trial, verdict));
            if (ended.size() > ENDED_SHOWN) {
                ended.removeFirst();
            }
            tell();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends the run; only the first call counts.
     *
     * @param how the run's end, for people
     */
    public void end(String how) {
        lock.lock();
        try {
            if (over.isEmpty()) {
                over = how;
                tell();
            }
        } finally {
            lock.unlock();
        }
    }

    private void tell() {
        version++;
        news.signalAll();
    }

    /**
     * Waits until there is something that a page has not seen, or the run is over.
     *
     * @param maxNanos how long to wait at most
     * @return whether the run is over
     */
    public boolean awaitNews(LiveCursor seen, long maxNanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = maxNanos;
            while (seen.version() == version && over.isEmpty() && left > 0) {
                left = news.awaitNanos(left);
            }
            return !over.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Returns, as JSON, what a page with that cursor lacks. */
    public String since(LiveCursor seen) {
        int now;
        String place;
        List<LiveUpdate.Ended> endings;
        LiveTrial trial;
        String how;
        lock.lock();
        try {
            now = version;
            place = current == null ? "waiting for the first trial" : current.name() + ": " + current.place();
            endings = List.copyOf(ended);
            trial = current != null && (current.drawn() || before == null) ? current : before;
            how = over;
        } finally {
            lock.unlock();
        }
        if (trial == null || !trial.drawn()) {
            LiveCursor next = new LiveCursor(now, 0, 0, 0);
            return ChartData.json(new LiveUpdate(
                    next.toString(),
                    place,
                    List.of(),
                    endings,
                    false,
                    List.of(),
                    List.of(),
                    null,
                    LiveTrial.KEPT_SECONDS,
                    how));
        }
        LiveTrial.Part part = trial.since(seen);
        LiveCursor next = new LiveCursor(
                now, part.seen().trial(), part.seen().shape(), part.seen().row());
        return ChartData.json(new LiveUpdate(
                next.toString(),
                place,
                trial.tiles(),
                endings,
                part.whole(),
                part.whole() ? part.charts().plots(true) : List.of(),
                part.whole() ? part.charts().plots(false) : List.of(),
                part.charts(),
                LiveTrial.KEPT_SECONDS,
                how));
    }

    /**
     * @param next the page's cursor after this answer
     * @param place what the run is doing
     * @param tiles the last second of the trial that is drawn
     * @param ended the trials that have ended, the latest last
     * @param whole whether the charts replace the page's; otherwise their values are appended to them
     * @param plots the layout of the first charts; only with {@code whole}
     * @param more the layout of the other charts; only with {@code whole}
     * @param charts of the trial that is drawn; null before there is one
     * @param keptSeconds how many seconds of the series the page keeps, the latest
     * @param over how the run ended, for people; empty while it goes on
     */
    private record LiveUpdate(
            String next,
            String place,
            List<Fact> tiles,
            List<Ended> ended,
            boolean whole,
            List<Plot> plots,
            List<Plot> more,
            @Nullable TrialCharts charts,
            int keptSeconds,
            String over) {
        /** @param verdict the grade, or a word that it did not finish */
        record Ended(String trial, String verdict) {}
    }
}
