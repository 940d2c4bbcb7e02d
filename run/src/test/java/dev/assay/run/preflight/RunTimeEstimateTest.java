package dev.assay.run.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.run.live.TimeLeft;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.scenario.plan.ProgressEstimate;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RunTimeEstimateTest {
    private static final Duration LOAD = Duration.ofSeconds(60);
    private static final Duration HALF = Duration.ofSeconds(30);

    private final AtomicLong clock = new AtomicLong();
    private final RunTimeEstimate estimate = new RunTimeEstimate(clock::get);

    private void pass(int seconds) {
        clock.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }

    private static List<PlannedTrial> trials() throws ScenarioException {
        String text = """
                name: three
                systems: { memory: {} }
                durability: level-4
                workload: { message: { size: [1 KB, 2 KB, 4 KB] } }
                timing: { warmup: 20 s, measure: 40 s }
                """;
        return ScenarioFile.read("three.yaml", text, List.of(), Set.of()).plan().trials();
    }

    private void begin(int number, int min) throws ScenarioException {
        estimate.begin(trials().get(number - 1), new ProgressEstimate(min, 3, LOAD.multipliedBy(4 - number)));
    }

    @Test
    void theFirstTrialKnowsOnlyHowLongItTookToPrepare() throws ScenarioException {
        begin(1, 3);
        pass(10);
        estimate.loadBegins();
        pass(30);

        assertThat(estimate.left(HALF)).isEqualTo(new TimeLeft(HALF, Duration.ofSeconds(30 + 2 * 60 + 2 * 10), false));
        assertThat(estimate.left(HALF).text()).isEqualTo("about 0:30 left of the trial, 2:50 of the run");
    }

    @Test
    void laterOnesKnowWhatThoseBeforeTookBesideTheirLoad() throws ScenarioException {
        begin(1, 3);
        pass(60 + 15);
        estimate.end();
        begin(2, 3);
        pass(10);
        estimate.loadBegins();
        assertThat(estimate.left(LOAD).run()).isEqualTo(Duration.ofSeconds(60 + 60 + 15));
        pass(60 + 15);
        estimate.end();
        begin(3, 3);

        assertThat(estimate.left(HALF).run()).isEqualTo(HALF);
    }

    @Test
    void whereTheNumberOfTrialsIsOpenTheMostIsSaid() throws ScenarioException {
        begin(1, 1);

        assertThat(estimate.left(LOAD).text()).isEqualTo("about 1:00 left of the trial, at most 3:00 of the run");
    }

    @Test
    void hoursAreHours() {
        assertThat(new TimeLeft(LOAD, Duration.ofMinutes(125), false).text())
                .isEqualTo("about 1:00 left of the trial, 2:05:00 of the run");
    }
}
