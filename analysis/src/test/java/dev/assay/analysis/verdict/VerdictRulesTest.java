package dev.assay.analysis.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.steady.MannKendall;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.DrainRecord;
import dev.assay.model.result.RecheckRecord;
import dev.assay.model.result.Verdict;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.InFlight;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Tests each rule just below and just above its limit; everything else is as in an ordinary trial. */
class VerdictRulesTest {
    private static final long MILLI = Case.MILLI;
    private static final long SECOND = Case.SECOND;

    private final Case trial = new Case();

    @Test
    void anOrdinaryTrialOnABusyVirtualMachineIsValid() {
        assertThat(trial.verdict().grade()).isEqualTo(Grade.VALID);
        assertThat(trial.verdict().reasons()).isEmpty();
    }

    @Test
    void aTrialWithoutAnyAcknowledgementIsInvalid() {
        trial.response = new Histogram(3);
        expect(Rule.NOTHING_MEASURED, Grade.INVALID);
    }

    @Test
    void oneMiscountedCompletionIsInvalid() {
        trial.delivery = delivery(0, 0, 0, 1, subscription(0, 0, 0, 0, 0));
        assertThat(expect(Rule.VIOLATIONS, Grade.INVALID).cause())
                .isEqualTo("the driver reported 1 message as completed more than once");
    }

    @Test
    void oneLostMessageIsInvalid() {
        trial.delivery = delivery(0, 0, 0, 0, subscription(1, 0, 0, 0, 0));
        assertThat(expect(Rule.LOSS, Grade.INVALID).cause())
                .isEqualTo("subscription s1: 1 message acknowledged, but never arrived, of 400 000 acknowledged");
    }

    @Test
    void serversThatDeleteMessagesByThemselvesAreNamedAsTheCause() {
        trial.config = new EffectiveConfig(
                Map.of(EffectiveConfig.DELETING, Map.of("topic.age", "3000", "topic.policy", "newest")), Map.of());
        trial.delivery = delivery(0, 0, 0, 0, subscription(1, 0, 0, 0, 0));
        Reason lost = expect(Rule.LOSS, Grade.INVALID);
        assertThat(lost.cause())
                .isEqualTo(
                        "subscription s1: 1 message acknowledged, but never arrived, of 400 000 acknowledged; the servers delete messages by themselves: topic.age=3000, topic.policy=newest");
        assertThat(lost.action()).contains("until then nothing shows that the system lost them");
    }

    /** The trial sends 400 000 messages of 1 KB. */
    @Test
    void anAmountThatATrialDoesNotReachExplainsNoLoss() {
        trial.delivery = delivery(0, 0, 0, 0, subscription(1, 0, 0, 0, 0));
        trial.config = deletingBeyond("-1 | 900000000");
        assertThat(expect(Rule.LOSS, Grade.INVALID).cause()).doesNotContain("delete");
        trial.config = deletingBeyond("-1 | 700000000");
        assertThat(expect(Rule.LOSS, Grade.INVALID).cause()).contains("topic.bytes=-1 | 700000000");
    }

    private static EffectiveConfig deletingBeyond(String bytes) {
        return new EffectiveConfig(Map.of(EffectiveConfig.DELETING, Map.of("topic.bytes", bytes)), Map.of());
    }

    private static DrainRecord read(RecheckRecord.Outcome outcome, long messages, String detail) {
        return new DrainRecord(
                false,
                30 * SECOND,
                List.of(new RecheckRecord("s1", RecheckRecord.Source.TOPIC, outcome, messages, 5 * SECOND, detail)));
    }

    @Test
    void whatARecheckDidNotFindEitherIsLost() {
        trial.delivery = delivery(0, 0, 0, 0, subscription(1, 0, 0, 0, 0));
        trial.drain = read(RecheckRecord.Outcome.COMPLETE, 399_999, "");
        assertThat(expect(Rule.LOSS, Grade.INVALID).cause())
                .isEqualTo("subscription s1: 1 message acknowledged, but never arrived, and not found by a new"
                        + " consumer that read everything in the system, of 400 000 acknowledged");
    }

    @Test
    void whatOnlyARecheckFoundIsUndelivered() {
        trial.delivery = delivery(0, 0, 0, 0, new SubscriptionDelivery("s1", 399_998, 0, 0, 0, 0, 0, 0, 2));
        trial.drain = read(RecheckRecord.Outcome.COMPLETE, 400_000, "");
        assertThat(expect(Rule.UNDELIVERED, Grade.INVALID).cause())
                .isEqualTo(
                        "subscription s1: 2 messages acknowledged and stored (a new consumer found them), but not delivered to"
                                + " the subscription by the end of the drain, of 400 000 acknowledged");
    }

    @Test
    void whatCouldNotBeLookedForAgainIsMissingAndNotLost() {
        trial.delivery = delivery(0, 0, 0, 0, subscription(1, 0, 0, 0, 0));
        trial.drain = read(RecheckRecord.Outcome.FAILED, 0, "no more consumers");
        assertThat(expect(Rule.MISSING, Grade.INVALID).cause())
                .isEqualTo("subscription s1: 1 message acknowledged, but never arrived, and not rechecked: no more"
                        + " consumers, of 400 000 acknowledged");
        trial.drain = read(RecheckRecord.Outcome.CUT, 10, "it did not reach the end within its limit of 300 s");
        assertThat(expect(Rule.MISSING, Grade.INVALID).cause()).contains("not fully rechecked: it did not");
    }

    @Test
    void whatHadStoppedArrivingWhenTheDrainEndedIsLost() {
        trial.delivery = delivery(0, 0, 0, 0, subscription(1000, 0, 0, 0, 0));
        trial.drain = new DrainRecord(false, 30 * SECOND, List.of());
        trial.load = Case.load(s -> 10_000 * s, s -> 10_000 * s, s -> Math.min(399_000, 10_000 * s));
        trial.load = Stream.concat(
                        trial.load.stream(), Stream.of(new Case.Count(50, 400_000, 400_000, 400_000, 399_000)))
                .toList();
        expect(Rule.LOSS, Grade.INVALID);
    }

    @Test
    void whatWasStillArrivingWhenTheDrainEndedIsNotCalledLost() {
        trial.delivery = delivery(0, 0, 0, 0, subscription(1000, 0, 0, 0, 0));
        trial.drain = new DrainRecord(false, 3 * SECOND, List.of());
        trial.load = Case.load(s -> 10_000 * s, s -> 10_000 * s, s -> s <= 40 ? 9_950 * s : 398_000 + 333 * (s - 40));
        assertThat(trial.verdict().reasons())
                .extracting(Reason::code)
                .containsExactly("not-drained", "rate-missed", "drift");
        assertThat(trial.verdict().reasons().getFirst().cause())
                .isEqualTo("after a drain of 3 s, 1 000 messages had not arrived yet and 0 had no outcome");
    }

    @Test
    void aLevelThatSyncsIsDoubtedWhenServersSyncTooSeldom() {
        // With a service p99 of 4 ms and 0.1 ms between messages: at least 244 spans a second do not overlap.
        syncs(true, OptionalDouble.of(6));
        assertThat(expect(Rule.NO_SYNCS, Grade.DEGRADED).cause())
                .endsWith("all servers together made 6.0 syncs per second, and the measured acknowledgements require"
                        + " at least 244");
        syncs(true, OptionalDouble.of(121));
        expect(Rule.NO_SYNCS, Grade.DEGRADED);
    }

    @Test
    void syncsThatSufficeOrAreNotPromisedOrNotCountedAreNotHeldAgainstATrial() {
        syncs(true, OptionalDouble.of(123));
        expectValid();
        syncs(false, OptionalDouble.of(0));
        expectValid();
        syncs(true, OptionalDouble.empty());
        expectValid();
    }

    private void syncs(boolean promised, OptionalDouble perSecond) {
        trial.syncsPromised = promised;
        trial.syncsPerSecond = perSecond;
    }

    @Test
    void aDrainWithoutEndIsInvalid() {
        trial.drain = new DrainRecord(false, 30 * SECOND, List.of());
        expect(Rule.NOT_DRAINED, Grade.INVALID);
    }

    @Test
    void oneCorruptedOrForeignArrivalIsInvalid() {
        trial.delivery = delivery(0, 0, 0, 0, subscription(0, 0, 0, 1, 0));
        expect(Rule.CORRUPTED, Grade.INVALID);
        trial.delivery = delivery(0, 0, 0, 0, subscription(0, 0, 0, 0, 1));
        expect(Rule.UNEXPECTED, Grade.INVALID);
    }

    @Test
    void oneDuplicateOrMessageOutOfOrderIsDegraded() {
        trial.delivery = delivery(0, 0, 0, 0, subscription(0, 1, 0, 0, 0));
        expect(Rule.DUPLICATES, Grade.DEGRADED);
        trial.delivery = delivery(0, 0, 0, 0, subscription(0, 0, 1, 0, 0));
        expect(Rule.OUT_OF_ORDER, Grade.DEGRADED);
    }

    @Test
    void failedAndUnknownMessagesDegradeUpToOneInTenThousandAndInvalidateAbove() {
        trial.delivery = delivery(0, 40, 0, 0, subscription(0, 0, 0, 0, 0));
        assertThat(expect(Rule.MESSAGES_FAILED, Grade.DEGRADED).cause())
                .isEqualTo("40 messages of 400 000 sent failed (0.01 %)");
        trial.delivery = delivery(0, 41, 0, 0, subscription(0, 0, 0, 0, 0));
        expect(Rule.MESSAGES_FAILED, Grade.INVALID);
        trial.delivery = delivery(0, 0, 40, 0, subscription(0, 0, 0, 0, 0));
        expect(Rule.MESSAGES_UNKNOWN, Grade.DEGRADED);
        trial.delivery = delivery(0, 0, 41, 0, subscription(0, 0, 0, 0, 0));
        expect(Rule.MESSAGES_UNKNOWN, Grade.INVALID);
    }

    @Test
    void oneUnsentMessageIsInvalid() {
        trial.delivery = delivery(1, 0, 0, 0, subscription(0, 0, 0, 0, 0));
        expect(Rule.UNSENT, Grade.INVALID);
    }

    /** The phase offers 300 000; 100 ms worth (1000) and one message are forgiven. */
    @Test
    void aMissedRateDegradesBelowThreeNinesAndInvalidatesBelowTwo() {
        acknowledgedAtTheEndOfThePhase(300_000 - 300 - 1001);
        expectValid();
        acknowledgedAtTheEndOfThePhase(300_000 - 300 - 1002);
        expect(Rule.RATE_MISSED, Grade.DEGRADED);
        acknowledgedAtTheEndOfThePhase(300_000 - 3_000 - 1001);
        expect(Rule.RATE_MISSED, Grade.DEGRADED);
        acknowledgedAtTheEndOfThePhase(300_000 - 3_000 - 1002);
        Reason reason = expect(Rule.RATE_MISSED, Grade.INVALID);
        assertThat(reason.cause())
                .isEqualTo(
                        "acknowledged 9 867 msg/s of 10 000 msg/s offered over 30 s (98.999 % with the 1 001 messages that may be in flight at its end);"
                                + " the system or the workers' clients could not keep up");
        assertThat(reason.action()).startsWith("Lower workload.rate, or ");
    }

    @Test
    void messagesHandedOverTooLateMissTheRateAsWell() {
        trial.load =
                Case.load(s -> s == 40 ? 390_000 : 10_000 * s, s -> s == 40 ? 390_000 : 10_000 * s, s -> 10_000 * s);
        assertThat(expect(Rule.RATE_MISSED, Grade.INVALID).cause()).startsWith("sent 9 667 msg/s of 10 000 msg/s");
    }

    @Test
    void outstandingMessagesThatGrowByMoreThanASecondsWorthAreInvalid() {
        // The backlog grows by 10 000 within 30 s, and is then removed at once, so that the rate and the drain are met.
        outstandingGrowingBy(333);
        assertThat(trial.verdict().reasons()).extracting(Reason::code).containsExactly("rate-missed", "drift");
        outstandingGrowingBy(334);
        assertThat(trial.verdict().reasons())
                .extracting(Reason::code)
                .containsExactly("rate-missed", "outstanding-growing");
        Reason reason = trial.verdict().reasons().getLast();
        assertThat(reason.cause())
                .startsWith(
                        "messages outstanding grew by 334 msg/s, which makes 10 020 messages over 30 s at 10 000 msg/s offered");
    }

    @Test
    void outstandingMessagesThatGoUpAndDownAreNoGrowthHoweverSteepTheMedianSlope() {
        double[] outstanding = noiseWithSteepButUncertainSlope();
        trial.load = Case.load(
                s -> 10_000 * s,
                s -> 10_000 * s,
                s -> s < 10 || s > 40 ? 10_000 * s : 10_000 * s - (long) outstanding[(int) s - 10]);
        assertThat(trial.verdict().reasons()).extracting(Reason::code).containsExactly("rate-missed");
    }

    private static double[] noiseWithSteepButUncertainSlope() {
        return IntStream.range(0, 1000)
                .mapToObj(seed -> new Random(seed).doubles(31, 0, 90_000).toArray())
                .filter(noise -> trend(noise).slope() > 500 && trend(noise).z() < Threshold.OUTSTANDING_Z.value())
                .findFirst()
                .orElseThrow();
    }

    private static MannKendall trend(double[] noise) {
        MannKendall.Series values = new MannKendall.Series();
        DoubleStream.of(noise).forEach(values::add);
        return values.trend();
    }

    @Test
    void aStallThatIsMadeUpForIsNoGrowth() {
        for (int stalledFrom : new int[] {12, 25, 36}) {
            trial.load = Case.load(
                    s -> 10_000 * s,
                    s -> s >= stalledFrom && s < stalledFrom + 2 ? 10_000L * stalledFrom : 10_000 * s,
                    s -> s >= stalledFrom && s < stalledFrom + 2 ? 10_000L * stalledFrom : 10_000 * s);
            expectValid();
        }
    }

    @Test
    void aLatencyBelowZeroByMoreThanTheClockErrorIsInvalid() {
        trial.clockErrorNanos = 50_000;
        trial.negatives = 3;
        trial.worstNegativeNanos = -50_000;
        expectValid();
        trial.worstNegativeNanos = -50_001;
        assertThat(expect(Rule.NEGATIVE_LATENCY, Grade.INVALID).cause())
                .isEqualTo(
                        "3 latencies were below zero, the lowest -50 us, but the clocks should agree to within 50 us");
    }

    @Test
    void aLateHarnessDegradesAboveAllThreeLimits() {
        trial.hiccups = Case.p99(MILLI / 10, 0);
        trial.response = Case.p99(5 * MILLI, 0);
        trial.service = Case.p99(MILLI, 0);
        trial.scheduleLag = Case.p99(2 * MILLI - 1000, 0);
        expectValid();
        trial.scheduleLag = Case.p99(2 * MILLI + 1000, 0);
        expect(Rule.SCHEDULE_LAG, Grade.DEGRADED);
        trial.response = Case.p99(8 * MILLI, 0);
        expect(Rule.SCHEDULE_LAG, Grade.DEGRADED);
        trial.response = Case.p99(8 * MILLI + 10_000, 0);
        expectValid();
    }

    @Test
    void aFullClientIsTheSystemsDoing() {
        trial.scheduleLag = Case.p99(800 * MILLI, 0);
        trial.service = Case.p99(1000 * MILLI, 0);
        trial.response = Case.p99(1400 * MILLI, 0);
        expectValid();
        trial.service = Case.p99(799 * MILLI, 0);
        expect(Rule.SCHEDULE_LAG, Grade.DEGRADED);
    }

    /** At 10 000 msg/s with a mean service time of 96.5 ms, 965 are in flight. */
    @Test
    void producersThatWaitForTheirOwnLimitAreNotLateThemselves() {
        trial.scheduleLag = Case.p99(3000 * MILLI, 3000 * MILLI);
        trial.service = Case.p99(500 * MILLI, 800 * MILLI);
        trial.response = Case.p99(3400 * MILLI, 3400 * MILLI);
        trial.inFlight = new InFlight(1000);
        expectValid();
        trial.inFlight = new InFlight(1020);
        expect(Rule.SCHEDULE_LAG, Grade.DEGRADED);
        trial.inFlight = InFlight.CLIENT;
        expect(Rule.SCHEDULE_LAG, Grade.DEGRADED);
    }

    @Test
    void theWorstReasonGivesTheGradeAndComesFirst() {
        trial.hosts = List.of(Case.host("coordinator", 0.99, 0.3, 0.2));
        trial.delivery = delivery(0, 0, 0, 0, subscription(0, 7, 0, 1, 0));
        Verdict verdict = trial.verdict();
        assertThat(verdict.grade()).isEqualTo(Grade.INVALID);
        assertThat(verdict.reasons())
                .extracting(Reason::code)
                .containsExactly("corrupted", "duplicates", "machine-cpu", "steal", "memory-pressure");
    }

    private void acknowledgedAtTheEndOfThePhase(long inPhase) {
        trial.load = Case.load(s -> 10_000 * s, s -> s == 40 ? 100_000 + inPhase : 10_000 * s, s -> 10_000 * s);
    }

    private void outstandingGrowingBy(long perSecond) {
        trial.load =
                Case.load(s -> 10_000 * s, s -> 10_000 * s, s -> s <= 40 ? 10_000 * s - perSecond * s : 10_000 * s);
    }

    private void expectValid() {
        trial.expectValid();
    }

    private Reason expect(Rule rule, Grade severity) {
        return trial.expect(rule, severity);
    }

    private static Delivery delivery(
            long unsent, long failed, long unknown, long violations, SubscriptionDelivery subscription) {
        return Case.delivery(unsent, failed, unknown, violations, subscription);
    }

    private static SubscriptionDelivery subscription(
            long lost, long duplicated, long outOfOrder, long corrupted, long unexpected) {
        return new SubscriptionDelivery(
                "s1", 400_000 - lost, lost, duplicated, outOfOrder, corrupted, unexpected, 0, 0);
    }
}
