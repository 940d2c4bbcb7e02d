package dev.assay.analysis.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.failure.FailedOperation;
import dev.assay.model.failure.FailureClass;
import dev.assay.model.failure.FailureCount;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.Delivery.PhaseDelivery;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.Verdict;
import dev.assay.model.result.Verdict.Finding;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import dev.assay.model.timeline.Phase;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Tests that failures are described by class, code, n and first message, and count neither as outstanding nor as a missed rate. */
class FailureRulesTest {
    private static final String MESSAGE = "Messages are rejected since there are fewer in-sync replicas than required.";

    private final Case trial = new Case();

    private static FailureCount sends(FailureClass kind, String code, String message, long n) {
        return new FailureCount(FailedOperation.SEND, kind, code, message, Map.of(Phase.MEASURE, n), 10, 39.5);
    }

    private static FailureCount consumers(FailureClass kind, String code, String message, long n) {
        return new FailureCount(FailedOperation.RECEIVE, kind, code, message, Map.of(Phase.MEASURE, n), 12, 30);
    }

    /** Counts so many a second from second 10 on. */
    private static LongUnaryOperator perSecond(long rate) {
        return second -> second <= 10 ? 10_000 * second : 100_000 + rate * (second - 10);
    }

    private static Delivery delivery(long failed, long recovered, long duplicated) {
        SubscriptionDelivery received =
                new SubscriptionDelivery("s1", 300_000 - failed + recovered, 0, duplicated, 0, 0, 0, recovered, 0);
        return new Delivery(
                400_000,
                0,
                400_000 - failed,
                failed,
                0,
                0,
                List.of(received),
                List.of(
                        new PhaseDelivery("warmup", 100_000, 0, 100_000, 0, 0, List.of()),
                        new PhaseDelivery("measure", 300_000, 0, 300_000 - failed, failed, 0, List.of(received))));
    }

    private void half(long ackedPerSecond, long receivedPerSecond, long recovered) {
        trial.load = Case.load(s -> 10_000 * s, perSecond(ackedPerSecond), perSecond(receivedPerSecond));
        trial.failed = s -> s <= 10 ? 0 : 5_000 * (s - 10);
        trial.delivery = delivery(150_000, recovered, 0);
    }

    @Test
    void halfThatIsRefusedIsAllThatSpeaksAgainstATrialWhoseOtherHalfArrived() {
        half(5_000, 5_000, 0);
        trial.failures = List.of(
                sends(FailureClass.REFUSED, "NotEnoughReplicasException", MESSAGE, 149_000),
                sends(FailureClass.TIMED_OUT, "TimeoutException", "Expiring 7 record(s)", 1_000));
        Reason reason = trial.expect(Rule.MESSAGES_FAILED, Grade.INVALID);
        assertThat(reason.cause())
                .isEqualTo("150 000 messages of 300 000 sent failed (50 %): refused, NotEnoughReplicasException"
                        + " (n = 149 000): \"" + MESSAGE
                        + "\"; timed out, TimeoutException (n = 1 000): \"Expiring 7 record(s)\"");
        assertThat(reason.action()).isEqualTo(FailureClass.REFUSED.action());
    }

    @Test
    void theSameHoldsOfATrialThatRecordedNoClasses() {
        half(5_000, 5_000, 0);
        Reason reason = trial.expect(Rule.MESSAGES_FAILED, Grade.INVALID);
        assertThat(reason.cause()).isEqualTo("150 000 messages of 300 000 sent failed (50 %)");
        assertThat(reason.action()).contains("worker's log");
    }

    @Test
    void whatFailedTheTrialIsSaidOnceWhereNothingWasAcknowledged() {
        trial.load = Case.load(s -> 10_000 * s, s -> 0, s -> 0);
        trial.failed = s -> 10_000 * s;
        trial.response = new Histogram(3);
        trial.delivery = new Delivery(
                400_000,
                0,
                0,
                400_000,
                0,
                0,
                List.of(),
                List.of(
                        new PhaseDelivery("warmup", 100_000, 0, 0, 100_000, 0, List.of()),
                        new PhaseDelivery("measure", 300_000, 0, 0, 300_000, 0, List.of())));
        trial.failures = List.of(sends(FailureClass.REFUSED, "InvalidTimestampException", "too old", 300_000));
        Verdict verdict = trial.verdict();
        assertThat(verdict.reasons())
                .extracting(Reason::code)
                .contains("messages-failed", "nothing-measured")
                .doesNotContain("rate-missed", "outstanding-growing");
        assertThat(verdict.reasons())
                .filteredOn(reason -> reason.code().equals("nothing-measured"))
                .singleElement()
                .satisfies(reason -> assertThat(reason.action()).isEqualTo(FailureClass.REFUSED.action()));
    }

    @Test
    void aSingleFailureHappensOnce() {
        trial.delivery = delivery(0, 0, 7);
        trial.failures =
                List.of(consumers(FailureClass.EXPELLED, "max.poll.interval.ms", "350 ms lay between two polls", 1));

        assertThat(cause(trial.verdict(), "duplicates")).endsWith("; consumers were expelled from their group once");
        assertThat(cause(trial.verdict(), "consumers-failed")).startsWith("consumers failed once and went on: ");
    }

    @Test
    void whatHasNoOutcomePilesUpWhateverFailedBesides() {
        half(2_000, 2_000, 0);
        Verdict verdict = trial.verdict();
        assertThat(verdict.reasons())
                .extracting(Reason::code)
                .contains("messages-failed", "rate-missed", "outstanding-growing");
        assertThat(cause(verdict, "rate-missed"))
                .startsWith("acknowledged 2 000 msg/s of 10 000 msg/s offered over 30 s (70.3 % with the ")
                .contains(" and the 150 000 that failed)");
        assertThat(cause(verdict, "outstanding-growing")).startsWith("messages outstanding grew by 3 000 msg/s");
    }

    /** All failed messages were received: they are not subtracted twice. */
    @Test
    void whatFailedAndArrivedNeverthelessCountsOnce() {
        half(5_000, 7_000, 150_000);
        Verdict verdict = trial.verdict();
        assertThat(verdict.reasons())
                .extracting(Reason::code)
                .contains("messages-failed", "rate-missed", "outstanding-growing");
        assertThat(cause(verdict, "outstanding-growing")).startsWith("messages outstanding grew by 3 000 msg/s");
        assertThat(cause(verdict, "rate-missed"))
                .startsWith("consumers of subscription s1 received, of the messages due in the phase, 7 000 msg/s");
    }

    @Test
    void consumersThatWereExpelledAreAReasonAndExplainDuplicates() {
        trial.delivery = delivery(0, 0, 7);
        trial.failures = List.of(
                consumers(FailureClass.EXPELLED, "max.poll.interval.ms", "350 ms lay between two polls", 2_071),
                consumers(FailureClass.REBALANCED, "partitions revoked", "the group has moved 2 partitions", 12));
        Verdict verdict = trial.verdict();
        assertThat(verdict.grade()).isEqualTo(Grade.DEGRADED);
        assertThat(verdict.reasons())
                .extracting(Reason::code)
                .containsExactlyInAnyOrder("duplicates", "consumers-failed");
        assertThat(cause(verdict, "duplicates"))
                .isEqualTo("subscription s1: 7 messages arrived more than once, of 400 000 acknowledged;"
                        + " consumers were expelled from their group 2 071 times");
        assertThat(cause(verdict, "consumers-failed"))
                .isEqualTo("consumers failed 2 071 times and went on: expelled, max.poll.interval.ms (n = 2 071):"
                        + " \"350 ms lay between two polls\"");
        assertThat(verdict.findings())
                .contains(new Finding(
                        "measure",
                        "rebalanced",
                        "a consumer had to give partitions away while its group was rebalanced (n = 12)"));
    }

    private static String cause(Verdict verdict, String code) {
        return verdict.reasons().stream()
                .filter(reason -> reason.code().equals(code))
                .findFirst()
                .orElseThrow()
                .cause();
    }
}
