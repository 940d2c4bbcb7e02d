package dev.assay.run.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.assay.model.durability.DurabilityClaim;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.Fault;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.result.TrialIdentity;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.TrialSpec;
import dev.assay.model.verification.FaultPlan;
import dev.assay.model.verification.VerificationOutcome;
import dev.assay.model.verification.VerificationRecord;
import dev.assay.model.verification.VerifiedBy;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.TrialText;
import dev.assay.scenario.plan.Plan;
import dev.assay.store.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerifiedByStageTest {
    private static final String MEASURED = "systems: { kafka: { nodes: 3 } }, durability: level-2";

    @TempDir
    Path base;

    private static Plan plan(String keys) throws ScenarioException {
        return ScenarioFile.read("x.yaml", "{ name: x, " + keys + " }", List.of(), Set.of())
                .plan();
    }

    /** Makes a run that has verified, with each of the outcomes, what that scenario measures. */
    private RunDirectory verified(String keys, VerificationOutcome... outcomes) throws ScenarioException {
        RunDirectory run = RunDirectory.create(base, "verified", Instant.EPOCH);
        TrialSpec spec = plan(keys).trials().getFirst().spec();
        for (int i = 0; i < outcomes.length; i++) {
            VerificationRecord record = new VerificationRecord(
                    new TrialIdentity(i + 1, "one", 1, Map.of()),
                    new FaultPlan(
                            TrialText.keys(spec),
                            Fault.KILL_ALL,
                            DurabilityClaim.of(DurabilityLevel.LEVEL_2, Fault.KILL_ALL, 3),
                            false,
                            1),
                    new SystemIdentity(spec.system().system(), spec.system().serverVersion(), "client 1", "local", 3),
                    spec.durabilityStatement(),
                    new EffectiveConfig(Map.of("producer", Map.of("acks", "all")), Map.of()),
                    Instant.EPOCH.toString(),
                    outcomes[i],
                    "",
                    Optional.empty());
            run.verification(record.folder()).write(record);
        }
        return run;
    }

    @Test
    void whatFitsIsKeptWithTheNameOfTheRunThatVerifiedIt() throws Exception {
        RunDirectory run = verified(MEASURED, VerificationOutcome.INCONCLUSIVE, VerificationOutcome.REFUSED);
        Plan two = plan("systems: { kafka: { nodes: [3, 1] } }, durability: level-2");

        VerifiedBy cited = VerifiedByStage.of(run, two).cited();

        assertThat(cited.run()).isEqualTo(run.id());
        assertThat(cited.verifications())
                .singleElement()
                .satisfies(one -> assertThat(one.config()).isEqualTo(EffectiveConfig.NONE));
        RunDirectory own = RunDirectory.create(base, "own", Instant.EPOCH);
        assertThat(own.verifiedBy()).isEmpty();
        own.write(cited);
        assertThat(own.verifiedBy()).contains(cited);
        assertThat(Files.readString(own.path().resolve("verified-by.json"))).contains("\"run\" : \"" + run.id());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            systems: { kafka: { nodes: 5 } }, durability: level-2                  | systems.kafka.nodes is 5 there, 3 here
            systems: { kafka: { nodes: 3, version: 4.3.0 } }, durability: level-2  | the servers are 4.3.0 there, 4.3.1 here
            systems: { kafka: { nodes: 3 } }, durability: level-1                  | the level is level-1 (replicated and synced) there, level-2 (replicated) here
            systems: { memory: {} }, durability: level-4                           | the system is memory there, kafka here
            """)
    void whatHasVerifiedSomethingElseIsRefusedWithTheDifference(String keys, String difference) throws Exception {
        RunDirectory run = verified(keys, VerificationOutcome.HOLDS);
        Plan plan = plan(MEASURED);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> VerifiedByStage.of(run, plan))
                .withMessageContaining(run.path() + " has no verification of what this run measures: of the closest, ")
                .withMessageContaining(difference);
    }

    @Test
    void whichReleaseIsInstalledIsNotKnownYet() throws Exception {
        RunDirectory run = verified("systems: { rabbitmq: { version: 3.10.8 } }", VerificationOutcome.HOLDS);

        assertThat(VerifiedByStage.of(run, plan("systems: { rabbitmq: {} }"))
                        .cited()
                        .verifications())
                .hasSize(1);
    }

    @Test
    void aLineOfReleasesHasWhatOneOfThemVerified() throws Exception {
        RunDirectory run = verified(
                "systems: { rabbitmq: { version: 3.10.8, queue: classic } }, durability: level-3",
                VerificationOutcome.HOLDS);

        assertThat(VerifiedByStage.of(
                                run,
                                plan("systems: { rabbitmq: { version: '3.10', queue: classic } }, durability: level-3"))
                        .cited()
                        .verifications())
                .hasSize(1);
        Plan other = plan("systems: { rabbitmq: { version: '4', queue: quorum } }, durability: level-1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VerifiedByStage.of(run, other))
                .withMessageContaining("the servers are 3.10.8 there, 4 here");
    }

    @Test
    void whatHasVerifiedNothingIsRefused() throws Exception {
        RunDirectory run = verified(MEASURED, VerificationOutcome.REFUSED);
        Plan plan = plan(MEASURED);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> VerifiedByStage.of(run, plan))
                .withMessageEndingWith("has no verification of what this run measures");
    }
}
