package dev.assay.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.timeline.Phase;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.trial.TrialListener;
import dev.assay.model.trial.TrialSecond;
import dev.assay.model.trial.TrialStage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the answers to pages for made-up seconds. */
@Tag("slow")
class LiveRunTest {
    private static final long SECOND = 1_000_000_000;
    private static final Sample SERVER = Metrics.PROCESS_CPU.of(Labels.of(Labels.NODE, "broker-1"), 0.5);

    /** Limits the wait of a test to less than the longest wait for news. */
    private static final Duration SOON = Duration.ofSeconds(30);

    private final LiveRun run = new LiveRun();

    private TrialListener begin(String name) {
        TrialListener trial = run.begin(name, "memory");
        trial.on(new TrialEvent.Start(
                Instant.EPOCH,
                List.of(new Phase("warmup", 0, 2 * SECOND), new Phase("measure", 2 * SECOND, 12 * SECOND))));
        trial.on(TrialStage.LOADING);
        return trial;
    }

    /** Makes a second in which as many messages are sent, and are answered after as many milliseconds, as its number says. */
    private static void second(TrialListener trial, int number, Sample... more) {
        Histogram response = new Histogram(3);
        response.recordValue(number * 1_000_000L);
        List<Sample> samples = new ArrayList<>(List.of(Metrics.SENT.of(number)));
        samples.addAll(List.of(more));
        trial.on(new TrialSecond(number, LoadTotals.ZERO, response, samples));
    }

    private static void seconds(TrialListener trial, int from, int to) {
        for (int number = from; number <= to; number++) {
            second(trial, number);
        }
    }

    @Test
    void beforeAnythingIsMeasuredThereIsNothingToDraw() {
        FollowedPage page = new FollowedPage(run).ask();

        assertThat(page.text("place")).isEqualTo("waiting for the first trial");
        assertThat(page.last().get("charts").isNull()).isTrue();
        begin("001-memory").on(TrialStage.OPENING);
        assertThat(page.ask().text("place")).isEqualTo("001-memory: opening producers and consumers");
        assertThat(page.last().get("charts").isNull()).isTrue();
    }

    @Test
    void aPageIsToldWhatItLacksAndALaterOneEverything() {
        TrialListener trial = begin("001-memory");
        FollowedPage page = new FollowedPage(run);
        seconds(trial, 1, 3);
        page.ask();
        seconds(trial, 4, 5);
        page.ask();

        assertThat(page.last().get("whole").booleanValue()).isFalse();
        assertThat(page.last().get("charts").get("seriesTimes")).hasSize(2);
        assertThat(page.last().get("plots")).isEmpty();
        assertThat(page.values("seconds")).containsExactly(1.0, 2.0, 3.0, 4.0, 5.0);
        assertThat(page.values("rate/sent/")).containsExactly(1.0, 2.0, 3.0, 4.0, 5.0);
        assertThat(page.values("latency/response p99/")).hasSize(5).isSorted();
        assertThat(page.text("place")).isEqualTo("001-memory: measure, 3 of 10 s");
        assertThat(page.last().get("tiles").findValuesAsString("value"))
                .containsExactly("0 msg/s", "5.00 ms", "none", "0", "5 s");
        assertThat(new FollowedPage(run).ask().lines()).isEqualTo(page.lines());
        assertThat(page.ask().values("seconds")).as("nothing new").hasSize(5);
    }

    /** Pages append values to their lines, but a new line may change the names of others. */
    @Test
    void aLineThatWasNotThereBeforeHasEverythingSentAgain() {
        TrialListener trial = begin("001-memory");
        FollowedPage page = new FollowedPage(run);
        seconds(trial, 1, 2);
        page.ask();
        second(trial, 3, SERVER);
        page.ask();
        seconds(trial, 4, 4);
        page.ask();

        assertThat(page.wholes()).isEqualTo(2);
        assertThat(page.values("rate/sent/")).containsExactly(1.0, 2.0, 3.0, 4.0);
        assertThat(page.values("cpu/broker-1/")).containsExactly(Double.NaN, Double.NaN, 0.5, Double.NaN);
    }

    @Test
    void theTrialBeforeIsDrawnUntilThereIsSomethingOfTheNext() {
        seconds(begin("001-memory"), 1, 3);
        FollowedPage page = new FollowedPage(run).ask();
        TrialListener second = begin("002-memory");
        page.ask();

        assertThat(page.text("place")).startsWith("002-memory: ");
        assertThat(page.values("seconds")).hasSize(3);
        assertThat(page.last().at("/charts/look/label").stringValue()).isEqualTo("001-memory");
        seconds(second, 1, 1);
        page.ask();
        assertThat(page.last().at("/charts/look/label").stringValue()).isEqualTo("002-memory");
        assertThat(page.values("seconds")).containsExactly(1.0);
    }

    @Test
    void ofALongTrialTheLatestHourIsKept() {
        TrialListener trial = begin("001-memory");
        FollowedPage page = new FollowedPage(run);
        seconds(trial, 1, 3590);
        page.ask();
        FollowedPage asleep = new FollowedPage(run).ask();
        seconds(trial, 3591, 3610);
        page.ask();
        seconds(trial, 3611, 3611);
        page.ask();

        assertThat(page.wholes()).isEqualTo(1);
        assertThat(page.values("seconds")).hasSize(3600).startsWith(12.0).endsWith(3611.0);
        assertThat(new FollowedPage(run).ask().lines()).isEqualTo(page.lines());
        seconds(trial, 3612, 8000);
        assertThat(asleep.ask().wholes()).as("what it lacks is gone").isEqualTo(2);
        assertThat(asleep.values("seconds")).hasSize(3600).startsWith(4401.0);
    }

    @Test
    void howTrialsEndAndThatTheRunIsOverIsTold() throws Exception {
        TrialListener trial = begin("001-memory");
        seconds(trial, 1, 2);
        FollowedPage page = new FollowedPage(run).ask();
        trial.on(new TrialEvent.Failure("broker-1 on some.host died"));
        page.ask();

        assertThat(page.last().at("/ended/0/trial").stringValue()).isEqualTo("001-memory");
        assertThat(page.last().at("/ended/0/verdict").stringValue()).isEqualTo("did not finish");
        assertThat(page.last().toString()).doesNotContain("some.host");
        assertThat(page.text("over")).isEmpty();
        run.end("it is over");
        assertThat(run.awaitNews(page.seen(), SOON.toNanos())).isTrue();
        assertThat(page.ask().text("over")).isEqualTo("it is over");
    }

    @Test
    void whoeverWaitsIsToldAtOnce() throws Exception {
        TrialListener trial = begin("001-memory");
        seconds(trial, 1, 1);
        FollowedPage page = new FollowedPage(run).ask();
        assertThat(run.awaitNews(page.seen(), 1)).as("nothing is new").isFalse();
        Thread waiting = Thread.ofPlatform().daemon().start(() -> {
            try {
                run.awaitNews(page.seen(), Long.MAX_VALUE);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
        while (waiting.getState() != Thread.State.TIMED_WAITING) {
            assertThat(waiting.isAlive()).isTrue();
            Thread.onSpinWait();
        }

        seconds(trial, 2, 2);

        assertThat(waiting.join(SOON)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "1.1.1", "1.1.1.-1", "1.1.1.99999999999", "1.1.1.1.1", "1.1.2.999999999"})
    void whoeverShowsNonsenseIsToldEverything(String cursor) {
        seconds(begin("001-memory"), 1, 3);

        assertThat(run.since(LiveCursor.parse(cursor))).contains("\"whole\":true", "\"seriesTimes\":[1,2,3]");
    }
}
