package dev.assay.model.verification;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.durability.DurabilityClaim;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.Fault;
import dev.assay.model.verification.VerificationEvidence.FaultMoment;
import dev.assay.model.verification.VerificationEvidence.Service;
import dev.assay.model.verification.VerificationVerdict.Reading;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VerificationVerdictTest {
    private static final Optional<PositiveControl> DETECTING =
            Optional.of(new PositiveControl("kafka-level-2-power-all", 9L, ""));
    private static final Optional<PositiveControl> NOT_DETECTING =
            Optional.of(new PositiveControl("kafka-level-2-power-all", 0L, "written back already"));
    private static final DurabilityClaim PROMISED = claim(DurabilityLevel.LEVEL_1, Fault.POWER_ALL);
    private static final DurabilityClaim NOT_PROMISED = claim(DurabilityLevel.LEVEL_2, Fault.POWER_ALL);

    private static DurabilityClaim claim(DurabilityLevel level, Fault fault) {
        return DurabilityClaim.of(level, fault, 3);
    }

    private static VerificationEvidence seen(long lost, long corrupted, long ackedBefore) {
        return seen(lost, corrupted, ackedBefore, true);
    }

    private static VerificationEvidence seen(long lost, long corrupted, long ackedBefore, boolean served) {
        Accounting accounting = new Accounting(1_000, 1_000, 0, 0, 1_000 - lost, lost, 0, 0, corrupted, 0, 0);
        return new VerificationEvidence(
                accounting,
                new FaultMoment(List.of("broker-1"), "", 1, 1, ackedBefore, 0, Map.of()),
                new Service(1, 1, served, 1, 1, 1));
    }

    private static VerificationVerdict judge(
            DurabilityClaim claim, Fault fault, VerificationEvidence evidence, Optional<PositiveControl> control) {
        return VerificationVerdict.of(claim, fault, evidence, Reading.WHOLE, control);
    }

    @Test
    void aPromiseThatLosesNothingHoldsOnlyBesideAControlThatLoses() {
        assertThat(judge(PROMISED, Fault.POWER_ALL, seen(0, 0, 500), DETECTING)).satisfies(verdict -> {
            assertThat(verdict.outcome()).isEqualTo(VerificationOutcome.HOLDS);
            assertThat(verdict.reason()).endsWith("; the control kafka-level-2-power-all lost 9");
        });
        assertThat(judge(PROMISED, Fault.POWER_ALL, seen(0, 0, 500), NOT_DETECTING))
                .satisfies(verdict -> {
                    assertThat(verdict.outcome()).isEqualTo(VerificationOutcome.INCONCLUSIVE);
                    assertThat(verdict.reason()).contains("kafka-level-2-power-all", "written back already");
                });
        assertThat(judge(PROMISED, Fault.POWER_ALL, seen(0, 0, 500), Optional.empty())
                        .outcome())
                .isEqualTo(VerificationOutcome.INCONCLUSIVE);
    }

    @Test
    void withoutLossOfPowerNoControlIsNeeded() {
        DurabilityClaim claim = claim(DurabilityLevel.LEVEL_2, Fault.KILL_ALL);
        assertThat(judge(claim, Fault.KILL_ALL, seen(0, 0, 500), Optional.empty())
                        .outcome())
                .isEqualTo(VerificationOutcome.HOLDS);
    }

    @Test
    void oneLostMessageBreaksAPromiseWhateverTheControlSays() {
        for (Optional<PositiveControl> control : List.of(DETECTING, NOT_DETECTING, Optional.<PositiveControl>empty())) {
            VerificationVerdict verdict = judge(PROMISED, Fault.POWER_ALL, seen(1, 0, 500), control);
            assertThat(verdict.outcome()).isEqualTo(VerificationOutcome.FAILS);
            assertThat(verdict.reason()).contains("1 of 1,000 acknowledged messages were lost");
        }
    }

    @Test
    void oneDamagedMessageBreaksAPromise() {
        assertThat(judge(PROMISED, Fault.POWER_ALL, seen(0, 1, 500), DETECTING).outcome())
                .isEqualTo(VerificationOutcome.FAILS);
    }

    @Test
    void whatIsNotPromisedMayBeLostOrNot() {
        assertThat(judge(NOT_PROMISED, Fault.POWER_ALL, seen(1_000, 0, 500), DETECTING)
                        .outcome())
                .isEqualTo(VerificationOutcome.HOLDS);
        assertThat(judge(NOT_PROMISED, Fault.POWER_ALL, seen(0, 0, 500), NOT_DETECTING))
                .satisfies(verdict -> {
                    assertThat(verdict.outcome()).isEqualTo(VerificationOutcome.HOLDS);
                    assertThat(verdict.reason()).contains("nothing is promised");
                });
    }

    @Test
    void aControlMustLose() {
        assertThat(VerificationVerdict.ofControl(NOT_PROMISED, seen(1, 0, 500), Reading.WHOLE)
                        .outcome())
                .isEqualTo(VerificationOutcome.HOLDS);
        assertThat(VerificationVerdict.ofControl(NOT_PROMISED, seen(0, 0, 500), Reading.WHOLE)
                        .outcome())
                .isEqualTo(VerificationOutcome.INCONCLUSIVE);
    }

    @Test
    void withNothingAcknowledgedBeforeTheFaultNothingWasAtStake() {
        assertThat(judge(PROMISED, Fault.POWER_ALL, seen(0, 0, 0), DETECTING).outcome())
                .isEqualTo(VerificationOutcome.INCONCLUSIVE);
    }

    /** A partition without a leader may have all of its missing messages. */
    @Test
    void whatIsMissingWhereTheEndIsNotKnownIsNotLost() {
        Reading leaderless = new Reading(false, "partition 3 has no leader");
        for (DurabilityClaim claim : List.of(PROMISED, NOT_PROMISED)) {
            VerificationVerdict verdict =
                    VerificationVerdict.of(claim, Fault.POWER_ALL, seen(7, 0, 500), leaderless, DETECTING);
            assertThat(verdict.outcome()).isEqualTo(VerificationOutcome.INCONCLUSIVE);
            assertThat(verdict.reason())
                    .isEqualTo("7 of 1,000 acknowledged messages are missing, and whether they are lost is not known:"
                            + " partition 3 has no leader");
        }
        assertThat(VerificationVerdict.ofControl(NOT_PROMISED, seen(7, 0, 500), leaderless)
                        .outcome())
                .as("a control that may not have lost")
                .isEqualTo(VerificationOutcome.INCONCLUSIVE);
    }

    @Test
    void damageIsAFindingWhateverElseIsNotKnown() {
        assertThat(VerificationVerdict.of(
                                PROMISED,
                                Fault.POWER_ALL,
                                seen(0, 1, 500),
                                new Reading(false, "partition 3 has no leader"),
                                DETECTING)
                        .outcome())
                .isEqualTo(VerificationOutcome.FAILS);
    }

    @Test
    void whereNothingIsMissingNoEndNeedsToBeKnown() {
        assertThat(VerificationVerdict.of(
                                PROMISED,
                                Fault.POWER_ALL,
                                seen(0, 0, 500),
                                new Reading(false, "partition 3 has no leader"),
                                DETECTING)
                        .outcome())
                .isEqualTo(VerificationOutcome.HOLDS);
    }

    /** The system can't serve producers of a partition that it does not know, and says itself that it is not there. */
    @Test
    void whatTheSystemSaysIsGoneIsLost() {
        Reading gone = new Reading(true, "of 6 partitions the system says that 6 are gone, with all they held");
        VerificationEvidence all = seen(1_000, 0, 500, false);
        VerificationVerdict verdict = VerificationVerdict.of(PROMISED, Fault.POWER_ALL, all, gone, DETECTING);
        assertThat(verdict.outcome()).isEqualTo(VerificationOutcome.FAILS);
        assertThat(verdict.reason())
                .startsWith("1,000 of 1,000 acknowledged messages were lost (of 6 partitions the system says that 6 are"
                        + " gone, with all they held), although ");
        assertThat(VerificationVerdict.ofControl(NOT_PROMISED, all, gone).outcome())
                .isEqualTo(VerificationOutcome.HOLDS);
    }

    @Test
    void whatDoesNotServeNeverFails() {
        for (long corrupted : new long[] {0, 2}) {
            VerificationVerdict verdict = judge(PROMISED, Fault.POWER_ALL, seen(7, corrupted, 500, false), DETECTING);
            assertThat(verdict.outcome()).isEqualTo(VerificationOutcome.INCONCLUSIVE);
            assertThat(verdict.reason()).startsWith("it did not serve again").contains("7 of 1,000");
        }
    }
}
