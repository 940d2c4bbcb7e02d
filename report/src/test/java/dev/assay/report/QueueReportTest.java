package dev.assay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.PhaseAnalysis.GroupAnalysis;
import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Reading.Outcome;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.result.TrialSubscription;
import dev.assay.model.result.Verdict;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import dev.assay.model.spec.GroupSpec;
import dev.assay.model.spec.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Checks the rates of queues by the number of their consumers, and the delivery of their messages. */
class QueueReportTest {
    private static final TrialSubscription WORKERS = new TrialSubscription("workers", "workers", true, false);

    private static Workload workload(int consumers, boolean queue) {
        Workload usual = Workload.usual();
        return new Workload(
                1,
                2,
                usual.message(),
                1,
                1,
                1,
                Map.of("workers", new GroupSpec(1, consumers, "", false, Duration.ofMillis(10), queue)),
                usual.rate(),
                usual.arrivals(),
                usual.batching(),
                usual.inFlight());
    }

    private static RunAnalysis run(boolean queue) {
        List<TrialAnalysis> trials = new ArrayList<>();
        for (String system : List.of("kafka", "pulsar")) {
            for (int consumers : List.of(1, 8)) {
                SampleTrial trial = new SampleTrial();
                trial.number = trials.size() + 1;
                trial.system = new SystemIdentity(system, "1.0", "client", "local", 3);
                trial.dimensions = Map.of("workload.groups.workers.consumers", String.valueOf(consumers));
                trial.workload = workload(consumers, queue);
                trial.subscription = WORKERS;
                trial.subscriptions = List.of(new SubscriptionDelivery("workers", 1000, 0, 0, 17, 0, 0, 0, 0, 3, 0));
                trial.groups = List.of(new GroupAnalysis(WORKERS, true));
                trial.groupRows = received(consumers == 1 ? 100 : 792);
                trial.measureSeconds = 20;
                trials.add(trial.build());
            }
        }
        SampleTrial useless = new SampleTrial();
        useless.number = 5;
        useless.dimensions = Map.of("workload.groups.workers.consumers", "8");
        useless.workload = workload(8, queue);
        useless.subscription = WORKERS;
        useless.measureSeconds = 20;
        useless.verdict = Verdict.of(List.of(new Reason(Grade.INVALID, "lost", "lost", "look")));
        useless.groups = List.of(new GroupAnalysis(WORKERS, true));
        useless.groupRows = received(4).stream()
                .map(row -> row.withheld(Outcome.FAILED, "INVALID (lost)"))
                .toList();
        trials.add(useless.build());
        return SampleRuns.of("queues", trials);
    }

    private static List<Reading> received(double perSecond) {
        return List.of(SampleRows.exact("measure", WORKERS.name(), Statistic.RECEIVED, perSecond));
    }

    @Test
    void eachSystemHasALineAndASentenceThatComparesItWithWhatItsConsumersCan() {
        String html = HtmlReport.render(run(true));

        assertThat(html)
                .contains("<a href=\"#queues\">Rate against consumers</a>", "Rate against consumers of workers")
                .contains(
                        "kafka: 8 consumers on 2 partitions read 792 msg/s, 99.00 % of the 800 msg/s that this many can read at"
                                + " 10 ms a message; 1 consumer read 100 msg/s, so the rate grew 7.9 times with 8 times as many"
                                + " (n = 1 or more of each; left out: 1 INVALID (lost)).")
                .contains("pulsar: 8 consumers on 2 partitions read 792 msg/s");
        assertThat(html.split("data-pane=\"queues-1/", -1)).hasSize(1 + 1);
    }

    @Test
    void orderThatNobodyPromisedIsNoFlawAndRedeliveriesAreTold() {
        String html = HtmlReport.render(run(true));

        assertThat(html)
                .contains(
                        "Every acknowledged message arrived once and whole on every subscription; not on all of them is"
                                + " order promised")
                .contains("marked as redelivered by the system")
                .contains("0 lost, 3 redelivered")
                .doesNotContain("17 out of order");
    }

    @Test
    void groupsThatAreNoQueuesHaveNoSuchSection() {
        assertThat(HtmlReport.render(run(false))).doesNotContain("id=\"queues\"");
    }
}
