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
 * What pages are told of a run while it goes on: the trial under way with the charts of the report, and which trials have ended. Pages ask; nobody is
 * waited for, and what is made for a page is made on the thread that asks.
 */
public final class LiveRun {
    private static final int ENDED_SHOWN = 100;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    private final List<LiveUpdate.Ended> ended = new ArrayList<>();
    /** The trial under way. */
    private @Nullable LiveTrial current;
    /** The one before it, which is drawn until there is something to draw of the current one. */
    private @Nullable LiveTrial before;

    private int trials;
    /** Above that of a page that has seen nothing. */
    private int version = 1;

    private String over = "";

    /**
     * A trial begins.
     *
     * @param name for people
     * @return what listens to it
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

    /** A trial has more to tell. */
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
     * The run has ended, which is only told once.
     *
     * @param how for people
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
     * @param maxNanos how long at most
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

    /** What a page lacks that has seen that much, as JSON. */
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
     * What a page is told at once.
     *
     * @param next what the page has seen with it
     * @param place what the run is doing
     * @param tiles the last second of the trial that is drawn
     * @param ended the trials that have ended, the latest last
     * @param whole whether the charts take the place of those that were there; otherwise their values follow on those
     * @param plots where the charts stand that are read first; only with a whole
     * @param more where the others stand; only with a whole
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
        /**
         * A trial that has ended.
         *
         * @param verdict the grade, or that it did not finish
         */
        record Ended(String trial, String verdict) {}
    }
}
