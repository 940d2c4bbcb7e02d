package dev.assay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.LostWorker;
import dev.assay.model.result.Verdict;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks that a trial that has lost a worker never claims that no message was lost. */
class LostWorkerReportTest {
    private static String html(long lost) {
        SampleTrial trial = new SampleTrial();
        trial.lostWorkers = List.of(new LostWorker("w2", 31, 0.25, 0.5));
        trial.notKnown = 875_000;
        trial.subscriptions =
                List.of(new SubscriptionDelivery("sub-1", 3_000_000 - lost, lost, 0, 0, 0, 0, 0, 0, 0, 500_000));
        trial.verdict = Verdict.of(List.of(new Reason(
                Grade.DEGRADED, "worker-lost", "worker w2 was lost at second 31.0 of the load", "Find out why.")));
        return HtmlReport.render(SampleRuns.of("lost", List.of(trial.build())));
    }

    @Test
    void whatIsNotKnownIsNeverZero() {
        assertThat(html(0))
                .contains("worker w2 was lost at second 31.0 of the load")
                .contains("Delivery not clean", "875,000 not known; sub-1: 500,000 not known")
                .contains("only a lost worker could tell whether they were sent or acknowledged")
                .contains("50,000 msg/s of 50,000 msg/s intended")
                .doesNotContain("0 lost,", ">0 lost<");
    }

    @Test
    void whatLostWorkersWouldHaveSentStandsBesideThePercentiles() {
        SampleTrial trial = new SampleTrial();
        String note = "that lost workers would have sent";
        trial.notOfferedPerSecond = 12_500;
        assertThat(HtmlReport.render(SampleRuns.of("whole", List.of(trial.build()))))
                .doesNotContain(note);
        trial.lostWorkers = List.of(new LostWorker("w2", 31, 0.25, 0.5));
        assertThat(HtmlReport.render(SampleRuns.of("lost", List.of(trial.build()))))
                .contains("Not among them: about ", " messages (25.00 % of those intended) " + note);
    }

    @Test
    void aLossStandsBesideIt() {
        assertThat(html(12)).contains("12 lost, 500,000 not known", "sub-1: 12 lost, 500,000 not known");
    }
}
