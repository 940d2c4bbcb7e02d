package dev.assay.analysis.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.statistics.TrialStatistics;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.Delivery.PhaseDelivery;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.LostWorker;
import dev.assay.model.result.Verdict.Grade;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Loses the worker of half of the producers, and of a quarter of the consumers, which has reported up to second 25 of 40. */
class WorkerLostRuleTest {
    private static final int LOST_AT = 25;

    private final Case trial = new Case();

    private static long offered(long second) {
        return Case.RATE * Math.min(second, LOST_AT) + Case.RATE / 2 * Math.max(0, second - LOST_AT);
    }

    @BeforeEach
    void lose() {
        trial.lostWorkers = List.of(new LostWorker("w2", LOST_AT, 0.5, 0.25));
        trial.load = Case.load(
                WorkerLostRuleTest::offered,
                WorkerLostRuleTest::offered,
                WorkerLostRuleTest::offered,
                WorkerLostRuleTest::offered);
        trial.delivery = new Delivery(
                400_000,
                0,
                200_000,
                0,
                0,
                200_000,
                0,
                List.of(received(318_000)),
                List.of(
                        new PhaseDelivery("warmup", 100_000, 0, 50_000, 0, 0, 50_000, List.of(received(100_000))),
                        new PhaseDelivery("measure", 300_000, 0, 150_000, 0, 0, 150_000, List.of(received(218_000)))));
    }

    private static SubscriptionDelivery received(long received) {
        return new SubscriptionDelivery("s1", received, 0, 0, 0, 0, 0, 0, 0, 0, 400_000 - received);
    }

    @Test
    void aLostWorkerIsNamedWithWhenAndWhatItCarriedAndWhatIsNotKnown() {
        assertThat(trial.expect(Rule.WORKER_LOST, Grade.DEGRADED).cause())
                .isEqualTo(
                        "worker w2 was lost at second 25.0 of the load, of which it carried 50 %, with 25 % of the consumers;"
                                + " phase measure: its rates and latencies are those of 7 500 msg/s offered out of 10 000 msg/s intended;"
                                + " it is not known whether 200 000 messages due at its producers were sent and acknowledged;"
                                + " subscription s1: it is not known whether 82 000 messages should have arrived, or did");
    }

    @Test
    void offeredIsWhatWas() {
        TrialStatistics statistics = TrialStatistics.of(trial.stored());

        assertThat(statistics.measured().getFirst().offeredPerSecond()).isEqualTo(7500);
        assertThat(statistics.trial().intendedPerSecond(trial.phases.getLast())).isEqualTo(10_000);
    }

    /** The messages that the lost consumers received last are not known, and not the system's fault; missing acknowledgements are. */
    @Test
    void whatWasReceivedIsNotHeldAgainstTheRateButWhatWasAcknowledgedIs() {
        trial.load = Case.load(
                WorkerLostRuleTest::offered,
                WorkerLostRuleTest::offered,
                WorkerLostRuleTest::offered,
                second -> offered(second) - (second > LOST_AT ? 4000 : 0));
        trial.expect(Rule.WORKER_LOST, Grade.DEGRADED);

        trial.load = Case.load(
                WorkerLostRuleTest::offered,
                WorkerLostRuleTest::offered,
                second -> offered(second) - (second > 10 ? 10_000 : 0),
                second -> offered(second) - (second > 10 ? 10_000 : 0));
        assertThat(trial.verdict().grade()).isEqualTo(Grade.INVALID);
        assertThat(trial.verdict().reasons())
                .extracting(reason -> reason.code())
                .contains("worker-lost", "rate-missed");
    }
}
