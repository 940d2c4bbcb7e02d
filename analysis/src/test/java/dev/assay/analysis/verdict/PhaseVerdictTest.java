package dev.assay.analysis.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.assay.model.result.Delivery;
import dev.assay.model.result.Delivery.PhaseDelivery;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.DrainRecord;
import dev.assay.model.result.TrialSubscription;
import dev.assay.model.result.Verdict;
import dev.assay.model.result.Verdict.Finding;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import dev.assay.model.timeline.Phase;
import dev.assay.model.timeline.Phase.Expectation;
import dev.assay.model.timeline.Phase.Role;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PhaseVerdictTest {
    private static final long SECOND = Case.SECOND;

    private final Case trial = new Case();

    @ParameterizedTest
    @EnumSource(
            value = Expectation.class,
            names = {"EITHER", "OVERLOAD", "DISTURBED"})
    void aRateThatIsMissedAndABacklogThatGrowsAreFindingsWhereTheyAreExpected(Expectation expectation) {
        fallsBehind();
        assertThat(trial.verdict().reasons())
                .extracting(Reason::code, Reason::phase)
                .containsExactly(tuple("rate-missed", "measure"), tuple("outstanding-growing", "measure"));

        expect(expectation);
        Verdict verdict = trial.verdict();
        assertThat(verdict.grade()).isEqualTo(Grade.VALID);
        assertThat(verdict.findings())
                .extracting(Finding::phase, Finding::code)
                .contains(tuple("measure", "rate-missed"), tuple("measure", "outstanding-growing"));
        assertThat(verdict.findings().getFirst().cause()).startsWith("sent 5 000 msg/s of 10 000 msg/s offered");
    }

    @ParameterizedTest
    @EnumSource(
            value = Expectation.class,
            names = {"EITHER", "OVERLOAD", "DISTURBED"})
    void whatWasNotSentOrNotDrainedInTimeIsAFindingOfThePhaseWhoseMessagesItWas(Expectation expectation) {
        trial.drain = new DrainRecord(false, 3 * SECOND, List.of());
        trial.load = Case.load(s -> 10_000 * s, s -> 10_000 * s, s -> s <= 40 ? 9_950 * s : 398_000 + 333 * (s - 40));
        trial.delivery = delivery(100, 0, 0, lost(1000));
        assertThat(trial.verdict().reasons())
                .extracting(Reason::code)
                .containsExactly("not-drained", "unsent", "rate-missed", "drift");

        expect(expectation);
        assertThat(trial.verdict().grade()).isEqualTo(Grade.VALID);
        assertThat(trial.verdict().findings())
                .extracting(Finding::code)
                .containsExactly("not-drained", "unsent", "rate-missed");
    }

    @Test
    void failedAndUnknownMessagesAreExpectedOfADisturbedPhaseOnly() {
        trial.delivery = delivery(0, 50_000, 70_000, new SubscriptionDelivery("s1", 180_000, 0, 3, 4, 0, 0, 0, 0));
        expect(Expectation.OVERLOAD);
        assertThat(trial.verdict().reasons())
                .extracting(Reason::code)
                .containsExactlyInAnyOrder("messages-failed", "messages-unknown", "duplicates", "out-of-order");

        expect(Expectation.DISTURBED);
        assertThat(trial.verdict().grade()).isEqualTo(Grade.VALID);
        assertThat(trial.verdict().findings())
                .extracting(Finding::code)
                .containsExactlyInAnyOrder("messages-failed", "messages-unknown", "duplicates", "out-of-order");
        assertThat(trial.verdict().findings().getLast().cause())
                .isEqualTo("70 000 messages of 300 000 sent had no outcome by the end (23.3 %)");
    }

    @Test
    void ofTheOtherPhasesTheyAreNot() {
        trial.phases = List.of(
                new Phase("calm", Role.MEASURE, Expectation.SUSTAINED, 0, 10 * SECOND),
                new Phase("measure", Role.MEASURE, Expectation.DISTURBED, 10 * SECOND, 40 * SECOND));
        PhaseDelivery calm = new PhaseDelivery("calm", 100_000, 0, 99_000, 1000, 0, List.of());
        PhaseDelivery disturbed = new PhaseDelivery("measure", 300_000, 0, 200_000, 100_000, 0, List.of());
        trial.delivery = new Delivery(400_000, 0, 299_000, 101_000, 0, 0, List.of(), List.of(calm, disturbed));

        assertThat(trial.verdict().reasons())
                .anySatisfy(
                        reason -> assertThat(reason.cause()).isEqualTo("1 000 messages of 100 000 sent failed (1 %)"));
    }

    @Test
    void whereNoOrderIsPromisedItsLackIsAFinding() {
        trial.delivery = delivery(0, 0, 0, new SubscriptionDelivery("s1", 300_000, 0, 3, 4, 0, 0, 0, 0));
        trial.subscriptions = List.of(new TrialSubscription("s1", "tail", true));
        assertThat(trial.verdict().reasons()).extracting(Reason::code).contains("duplicates", "out-of-order");

        trial.subscriptions = List.of(new TrialSubscription("s1", "tail", true, false));
        assertThat(trial.verdict().reasons()).extracting(Reason::code).containsExactly("duplicates");
        assertThat(trial.verdict().findings()).extracting(Finding::code).contains("out-of-order");
    }

    @ParameterizedTest
    @EnumSource(Expectation.class)
    void lossCorruptionAndViolationsAreNeverExpected(Expectation expectation) {
        expect(expectation);
        trial.delivery = delivery(0, 0, 0, lost(1));
        trial.expect(Rule.LOSS, Grade.INVALID);
        trial.delivery = delivery(0, 0, 0, new SubscriptionDelivery("s1", 300_000, 0, 0, 0, 1, 0, 0, 0));
        trial.expect(Rule.CORRUPTED, Grade.INVALID);
        trial.delivery = new Delivery(400_000, 0, 400_000, 0, 0, 1, List.of(), List.of());
        trial.expect(Rule.VIOLATIONS, Grade.INVALID);
    }

    @Test
    void anOutageOfADisturbedPhaseIsAFinding() {
        trial.load = Case.load(s -> 10_000 * s, s -> s > 20 && s <= 24 ? 200_000 : 10_000 * s, s -> 10_000 * s);
        expect(Expectation.DISTURBED);
        assertThat(trial.verdict().findings())
                .contains(new Finding("measure", "outage", "nothing was acknowledged for 4 s (in whole seconds)"));
        expect(Expectation.OVERLOAD);
        assertThat(trial.verdict().findings()).extracting(Finding::code).doesNotContain("outage");
    }

    @Test
    void theHarnessAnswersForItselfInAnyPhase() {
        trial.hiccups = Case.p99(Case.MILLI, 301 * Case.MILLI);
        expect(Expectation.DISTURBED);
        trial.expect(Rule.HICCUPS, Grade.DEGRADED);
    }

    @Test
    void theTrialIsAsBadAsItsWorstPhase() {
        trial.phases = List.of(
                new Phase("overload", Role.MEASURE, Expectation.OVERLOAD, 0, 10 * SECOND),
                new Phase("measure", Role.MEASURE, Expectation.SUSTAINED, 10 * SECOND, 40 * SECOND));
        fallsBehind();
        Verdict verdict = trial.verdict();

        assertThat(verdict.grade()).isEqualTo(Grade.INVALID);
        assertThat(verdict.ofPhase("measure").grade()).isEqualTo(Grade.INVALID);
        assertThat(verdict.ofPhase("measure").reasons())
                .extracting(Reason::code)
                .contains("rate-missed");
        assertThat(verdict.ofPhase("overload").findings()).isEmpty();
        assertThat(verdict.ofPhase("").grade()).isEqualTo(Grade.VALID);
    }

    @Test
    void aPhaseWithoutLoadHasNothingToMiss() {
        trial.phases = List.of(
                new Phase("measure", Role.MEASURE, Expectation.SUSTAINED, 10 * SECOND, 40 * SECOND),
                new Phase("rest", Role.MEASURE, Expectation.SUSTAINED, 40 * SECOND, 43 * SECOND));
        trial.delivery = new Delivery(
                400_000,
                0,
                400_000,
                0,
                0,
                0,
                List.of(),
                List.of(
                        new PhaseDelivery("measure", 400_000, 0, 400_000, 0, 0, List.of()),
                        new PhaseDelivery("rest", 0, 0, 0, 0, 0, List.of())));
        assertThat(trial.verdict().reasons()).extracting(Reason::code).doesNotContain("rate-missed");
        assertThat(trial.verdict().reasons())
                .filteredOn(reason -> reason.phase().equals("rest"))
                .isEmpty();
    }

    private void fallsBehind() {
        trial.load = Case.load(
                s -> s <= 10 ? 10_000 * s : 100_000 + 5_000 * (s - 10),
                s -> s <= 10 ? 10_000 * s : 100_000 + 5_000 * (s - 10),
                s -> s <= 10 ? 10_000 * s : 100_000 + 5_000 * (s - 10));
    }

    private void expect(Expectation expectation) {
        trial.phases = List.of(
                new Phase("warmup", 0, 10 * SECOND),
                new Phase("measure", Role.MEASURE, expectation, 10 * SECOND, 40 * SECOND));
    }

    private static SubscriptionDelivery lost(long count) {
        return new SubscriptionDelivery("s1", 300_000 - count, count, 0, 0, 0, 0, 0, 0);
    }

    private static Delivery delivery(long unsent, long failed, long unknown, SubscriptionDelivery subscription) {
        long acked = 300_000 - unsent - failed - unknown;
        return new Delivery(
                400_000,
                unsent,
                100_000 + acked,
                failed,
                unknown,
                0,
                List.of(subscription),
                List.of(
                        new PhaseDelivery("warmup", 100_000, 0, 100_000, 0, 0, List.of()),
                        new PhaseDelivery("measure", 300_000, unsent, acked, failed, unknown, List.of(subscription))));
    }
}
