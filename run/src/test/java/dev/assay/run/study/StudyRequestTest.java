package dev.assay.run.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.calibration.MachineFingerprint;
import dev.assay.model.calibration.Repeatability;
import dev.assay.model.calibration.Repeatability.Scatter;
import dev.assay.model.unit.DurationText;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.StudyFile;
import dev.assay.scenario.StudyRequest;
import dev.assay.scenario.study.MachineScale;
import dev.assay.scenario.study.Study;
import dev.assay.scenario.study.StudyChoice;
import dev.assay.scenario.study.StudyPlan;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StudyRequestTest {
    private static final String STUDY = """
            study: small
            title: a small one
            scenario:
              systems: { memory: { law: constant, mean: 1 ms } }
              durability: level-4
              repeat: 3
              workload: { rate: 500/s }
              timing: { warmup: 1 s, measure: 2 s, drain: 5 s }
            tests:
              first:
                says: one load
                cells:
                  a: { system: memory }
                  same-as-a: { system: memory }
              second:
                says: more of it
                cells:
                  b: { system: memory, workload: { rate: 900/s } }
            """;

    private static StudyPlan plan(StudyChoice choice) throws ScenarioException {
        return new StudyRequest(choice, List.of(), null).plan(new StudyFile("small.yaml", STUDY));
    }

    private static StudyRequest typed(String... texts) {
        return StudyRequest.typed(
                List.of(texts), List.of("memory"), Optional.empty(), () -> new MachineScale(2, Map.of("other", 1.0)));
    }

    @Test
    void isWhatWasTyped() {
        StudyRequest published = typed("repeat=5", "study.only=b,a", "study.claims=c-1");
        StudyRequest scaled = typed("study.scale=machine", "study.peak.kafka=40k/s", "study.scale=anew");

        assertThat(published)
                .isEqualTo(new StudyRequest(
                        new StudyChoice(Set.of("a", "b"), Set.of("memory"), Set.of("c-1"), Optional.empty()),
                        List.of("repeat=5"),
                        null));
        assertThat(scaled.fitting())
                .isEqualTo(new StudyRequest.Fitting(new MachineScale(2, Map.of("kafka", 40_000.0)), true, true));
        assertThat(scaled.overrides()).isEmpty();
    }

    /** A budget would replace the typed number of blocks by its own. */
    @Test
    void refusesRepetitionsBesideABudget() {
        for (String text : List.of("repeat=1", "repeat.max=5")) {
            assertThatThrownBy(() -> StudyRequest.typed(
                            List.of(text),
                            List.of(),
                            Optional.of(Duration.ofHours(1)),
                            () -> new MachineScale(2, Map.of())))
                    .hasMessageStartingWith(
                            "--set repeat: with --budget a study has as many blocks as there is time for");
        }
    }

    @Test
    void refusesKeysThatAreNoneOrStandAlone() {
        for (String text : List.of("study.budget=1h", "study.scale.x=1", "study.only", "study.peak.=1/s")) {
            assertThatThrownBy(() -> typed(text))
                    .hasMessageStartingWith("--set " + text.replaceFirst("=.*", "") + ": expected study.only=TEST,…");
        }
        assertThatThrownBy(() -> typed("study.scale=fully"))
                .hasMessageStartingWith("--set study.scale: expected machine, or anew");
        assertThatThrownBy(() -> typed("study.peak.kafka=40k/s"))
                .hasMessageStartingWith("--set study.peak.NAME is for loads that are scaled by it");
        assertThatThrownBy(() -> typed("study.scale=machine", "study.peak.kafka=many"))
                .hasMessageStartingWith("--set study.peak.kafka: ");
    }

    @Test
    void isTheSameAfterItWasWrittenDown() {
        StudyRequest request = new StudyRequest(
                new StudyChoice(
                        Set.of("b", "a"), Set.of("memory"), Set.of("c-2", "c-1"), Optional.of(Duration.ofMinutes(40))),
                List.of("repeat=5"),
                null);

        assertThat(StudyRequest.of(request.texts())).isEqualTo(request);
        MachineScale known = new MachineScale(
                2,
                Map.of("kafka", 41234.5, "pulsar", 20000.0),
                Map.of("queue", "stopped: -Xmx=1g, no"),
                Optional.of(9000.0));
        for (boolean searching : new boolean[] {true, false}) {
            StudyRequest scaled = request.with(known, searching);
            assertThat(StudyRequest.of(scaled.texts())).isEqualTo(scaled);
        }
    }

    @Test
    void hasTheTimeThatIsLeftAfterASearch() {
        StudyRequest request = new StudyRequest(
                new StudyChoice(Set.of(), Set.of(), Optional.of(Duration.ofMinutes(25))), List.of(), null);

        assertThat(request.after(Duration.ofMillis(187_123)).choice().budget()).contains(Duration.ofSeconds(1312));
        assertThat(request.after(Duration.ofHours(1)).choice().budget()).contains(Duration.ofSeconds(1));
    }

    @Test
    void runsWhatTwoCellsShareOnce() throws ScenarioException {
        StudyPlan plan = plan(StudyChoice.ALL);

        assertThat(plan.trials()).hasSize(2);
        assertThat(plan.plan().trials()).hasSize(6);
        assertThat(plan.entry("first/same-as-a", "as-published").orElseThrow().trial())
                .contains(new StudyPlan.Key("first/a", "as-published"));
    }

    @Test
    void leavesOutWhatDoesNotFitTheBudget() throws ScenarioException {
        // Three blocks of one cell take 3 x (3 s + 4 s + 25 s), those of two cells 21 s more.
        StudyPlan plan = plan(new StudyChoice(Set.of(), Set.of(), Optional.of(Duration.ofSeconds(100))));

        assertThat(plan.trials()).hasSize(1);
        assertThat(plan.entry("second/b", "as-published")
                        .orElseThrow()
                        .missing()
                        .orElseThrow()
                        .reason())
                .contains("does not fit into the time of 1 min 40 s");
        assertThat(plan.duration()).isEqualTo(Duration.ofSeconds(96));
    }

    @Test
    void leavesOutVariantsThatClaimsAreNotJudgedByFirst() throws ScenarioException {
        String two = STUDY.replace(
                "    says: one load\n",
                "    says: one load\n    variants: { a: {}, b: { workload: { rate: 700/s } } }\n");
        StudyChoice choice = new StudyChoice(Set.of("first"), Set.of(), Optional.of(Duration.ofSeconds(100)));

        StudyPlan plan = new StudyRequest(choice, List.of(), null).plan(new StudyFile("small.yaml", two));

        assertThat(plan.trials()).hasSize(1);
        assertThat(plan.entry("first/a", "b")
                        .orElseThrow()
                        .missing()
                        .orElseThrow()
                        .reason())
                .startsWith("it does not fit");
    }

    private static final String CLAIMED = """
            study: claimed
            title: what claims need
            scenario:
              repeat: 3
              systems: { memory: {} }
              durability: level-4
              timing: { warmup: 1 s, measure: 20 s }
            tests:
              first:
                says: two in two variants
                variants: { as-published: {}, tuned: { workload: { arrivals: poisson } } }
                cells:
                  a-1: { system: memory, workload: { rate: 1000/s } }
                  a-2: { system: memory, workload: { rate: 1100/s } }
                  b-1: { system: memory, workload: { rate: 1200/s } }
                  b-2: { system: memory, workload: { rate: 1300/s } }
              second:
                says: others
                cells:
                  c: { system: memory, workload: { rate: 1400/s } }
                  d: { system: memory, workload: { rate: 1500/s } }
            claims:
              - id: star
                says: each of b is slower than its a
                conditions: [ { ratio: { a: first/b-*, b: first/a-*, of: service.p50 }, expect: above, least: 1.25 } ]
                shown: [ { ratio: { a: second/d, b: second/c, of: service.p50 } } ]
              - id: long
                says: c is slower than d, if one waits
                conditions: [ { ratio: { a: second/c, b: second/d, of: service.p50 }, expect: above, least: 1.25 } ]
                needs: { measure: 30 s }
              - id: variant
                says: tuning helps
                conditions: [ { ratio: { a: first/a-1@tuned, b: first/a-1, of: service.p50 }, expect: below, least: 1.25 } ]
            """;

    private static StudyPlan claimed(String claims, String budget) throws ScenarioException {
        Optional<Duration> max = budget.isEmpty() ? Optional.empty() : Optional.of(DurationText.parse(budget));
        Set<String> ids = claims.isEmpty() ? Set.of() : Set.of(claims.split(","));
        return new StudyRequest(new StudyChoice(Set.of(), Set.of(), ids, max), List.of(), null)
                .plan(new StudyFile("claimed.yaml", CLAIMED));
    }

    private static List<String> trials(StudyPlan plan) {
        return plan.trials().stream()
                .map(trial -> String.join("@", trial.dimensions().values()))
                .toList();
    }

    @Test
    void runsOfAClaimWhatItIsJudgedByAndNothingThatIsShown() throws ScenarioException {
        assertThat(trials(claimed("star", "")))
                .containsExactly(
                        "first/a-1@as-published",
                        "first/a-2@as-published",
                        "first/b-1@as-published",
                        "first/b-2@as-published");
        assertThat(trials(claimed("variant", ""))).containsExactly("first/a-1@as-published", "first/a-1@tuned");
        assertThat(claimed("star", "").study().claims()).hasSize(1);
        assertThatThrownBy(() -> claimed("stars", ""))
                .hasMessage("--set study.claims: the study claimed has no 'stars'; its claims: star, long, variant");
    }

    @Test
    void measuresForAsLongAsARequestedClaimNeeds() throws ScenarioException {
        assertThat(claimed("long", "").trials())
                .extracting(trial -> Study.measured(trial).toSeconds())
                .containsExactly(30L, 30L);
        assertThat(claimed("", "")
                        .entry("second/c", "as-published")
                        .orElseThrow()
                        .trial())
                .isPresent();
        assertThat(claimed("star", "").trials())
                .extracting(trial -> Study.measured(trial).toSeconds())
                .containsOnly(20L);
    }

    /** The two cells of a claim take 2 × 25 s and 25 s a block. */
    @Test
    void buysBlocksBeforeCells() throws ScenarioException {
        StudyPlan six = claimed("", "8 min");
        assertThat(trials(six)).containsExactly("first/a-1@as-published", "first/a-1@tuned");
        assertThat(six.study().repeat().max()).isEqualTo(6);
        assertThat(claimed("variant", "4 min").study().repeat().max()).isEqualTo(3);
        assertThat(claimed("variant", "1 h").study().repeat().max()).isEqualTo(12);
        StudyPlan all = claimed("", "1 h");
        assertThat(all.trials()).hasSize(10);
        assertThat(all.study().repeat().max()).isEqualTo(12);
        assertThat(all.duration()).isLessThan(Duration.ofHours(1));
    }

    @Test
    void runsNothingOfAClaimThatCannotBeJudgedInTheTime() throws ScenarioException {
        assertThat(claimed("variant", "180 s").trials()).isEmpty();
        assertThat(claimed("", "180 s").trials())
                .as("of a whole study a cell is shown")
                .hasSize(1);
        assertThat(trials(claimed("star,variant", "4 min")))
                .containsExactly("first/a-1@as-published", "first/a-1@tuned");
    }

    /** Variant takes 6 times 75 s; star, of four cells, 6 times 125 s, and in three blocks half of that. */
    @Test
    void givesWhatIsLeftOfTheTimeToClaimsThatHadNoPlace() throws ScenarioException {
        Set<String> both = Set.of("star", "variant");
        StudyRequest request = new StudyRequest(
                new StudyChoice(Set.of(), Set.of(), both, Optional.of(Duration.ofMinutes(10))), List.of(), null);
        StudyPlan done = request.plan(new StudyFile("claimed.yaml", CLAIMED));
        assertThat(done.claimsWithTrials()).containsExactly("variant");

        StudyChoice others = request.remaining(done, Duration.ofMinutes(2), new StudyFile("claimed.yaml", CLAIMED))
                .orElseThrow()
                .choice();

        assertThat(others.claims()).containsExactly("star");
        assertThat(others.budget()).contains(Duration.ofMinutes(8));
        assertThat(request.remaining(done, Duration.ofSeconds(500), new StudyFile("claimed.yaml", CLAIMED)))
                .as("100 s are less than three blocks take")
                .isEmpty();
        StudyPlan all = new StudyRequest(
                        new StudyChoice(Set.of(), Set.of(), both, Optional.of(Duration.ofHours(1))), List.of(), null)
                .plan(new StudyFile("claimed.yaml", CLAIMED));
        assertThat(request.remaining(all, Duration.ofMinutes(2), new StudyFile("claimed.yaml", CLAIMED)))
                .as("nothing is left to do")
                .isEmpty();
    }

    @Test
    void forecastsWhatEachClaimTakesAndWhyItCantBeDecided() throws ScenarioException {
        List<String> lines = StudyPlanText.lines(claimed("", ""));

        assertThat(lines)
                .contains(
                        "  star     about 6 min 15 s in 3 blocks, 2 comparisons",
                        "  long     cannot be decided here, because it needs 0 min 30 s measured, and its trials measure 0 min 20 s; '--set study.claims=long' makes them longer",
                        "what effects can be told on this machine is not known: 'assay run a-a --keep-as repeatability' finds out how far it repeats itself");
        StudyPlan brief = new StudyRequest(StudyChoice.ALL, List.of("timing.measure=15 s"), null)
                .plan(new StudyFile("claimed.yaml", CLAIMED));
        assertThat(StudyPlanText.lines(brief))
                .contains(
                        "  variant  cannot be decided here, because it takes 20 s or more to tell whether a latency drifts, but phase 'measure' lasts 0 min 15 s");
        Repeatability machine = new Repeatability(
                "2026-11-24T10:00:00Z",
                MachineFingerprint.of("here", Map.of()),
                "a-run",
                "a-a",
                "0badcafe",
                "kafka 4.3.1",
                List.of(new Scatter("response.p50", 0.1, 10)));
        assertThat(StudyPlanText.lines(claimed("variant", "1 h"), Optional.of(machine), Optional.empty()))
                .contains(
                        "told: in nine of ten cases, by the scatter of kafka 4.3.1 on this machine (a-run); other loads scatter otherwise")
                .anySatisfy(
                        line -> assertThat(line)
                                .matches(
                                        "  variant  about .* in 12 blocks, 1 comparison; tells what is 1\\.2. times its bound"));
    }

    @Test
    void plansNothingForAClaimBetweenATrialAndItself() throws ScenarioException {
        String itself = STUDY + """
            claims:
              - id: itself
                says: a is as fast as what asks for the same
                conditions: [ { same: { a: first/a, b: first/same-as-a, of: service.p99 }, within: 1.25 } ]
              - id: other
                says: b is slower
                conditions: [ { ratio: { a: second/b, b: first/a, of: service.p99 }, expect: above, least: 1.25 } ]
            """;
        StudyPlan whole = new StudyRequest(StudyChoice.ALL, List.of(), null).plan(new StudyFile("small.yaml", itself));
        StudyChoice choice = new StudyChoice(Set.of(), Set.of(), Optional.of(Duration.ofMinutes(5)));
        StudyPlan fitting = new StudyRequest(choice, List.of(), null).plan(new StudyFile("small.yaml", itself));

        assertThat(StudyPlanText.lines(whole))
                .contains(
                        "  itself   cannot be decided here, because first/a and first/same-as-a ask for the same here: nothing is decided between a trial and itself");
        assertThat(trials(fitting)).containsExactly("first/a@as-published", "second/b@as-published");
        assertThat(fitting.study().repeat().max()).isEqualTo(7);
    }

    @Test
    void searchesNoPeakThatNothingAskedForFollows() throws ScenarioException {
        String scaled = STUDY.replace("timing: { warmup: 1 s, measure: 2 s, drain: 5 s }", "timing: { drain: 5 s }")
                .replace("tests:", """
                        scale:
                          peaks: { memory: { cell: first/a, published: 1000 } }
                          search: { from: 100/s, to: 1000/s, probe: 3 s, decide: 3 s }
                        tests:
                          highest:
                            says: how much
                            cells:
                              a: { system: memory, workload: { rate: { search: { from: 200/s } } } }
                          many:
                            says: how much on many partitions
                            cells:
                              a: { system: memory, workload: { partitions: 101, rate: { search: { from: 200/s } } } }""");
        MachineScale unknown = new MachineScale(2, Map.of(), Map.of(), Optional.empty());

        for (String test : List.of("highest", "many", "second")) {
            StudyRequest request = new StudyRequest(
                    new StudyChoice(Set.of(test), Set.of(), Optional.empty()),
                    List.of(),
                    new StudyRequest.Fitting(unknown, true, false));
            boolean follows = !test.equals("highest");
            assertThat(request.plan(new StudyFile("small.yaml", scaled)).trials())
                    .as(test)
                    .hasSize(follows ? 1 : 0);
            assertThat(request.with(unknown, false)
                            .plan(new StudyFile("small.yaml", scaled))
                            .trials())
                    .as("without a peak, " + test)
                    .hasSize(follows ? 0 : 1);
        }
    }

    @Test
    void saysWhatIsNotAskedFor() throws ScenarioException {
        StudyPlan plan = plan(new StudyChoice(Set.of("second"), Set.of(), Optional.empty()));

        assertThat(plan.trials()).hasSize(1);
        assertThat(plan.entry("first/a", "as-published").orElseThrow().missing())
                .isPresent();
    }

    @Test
    void refusesATestThatIsNotThere() {
        assertThatThrownBy(() -> plan(new StudyChoice(Set.of("third"), Set.of(), Optional.empty())))
                .hasMessageContaining("has no 'third'; its tests: first, second");
    }

    @Test
    void saysWhereAClaimNamesNoCell() {
        String wrong = STUDY + """
            claims:
              - id: c-1
                says: b is slower
                conditions:
                  - { ratio: { a: second/c, b: first/a, of: service.p99 }, expect: above, least: 1.25 }
                  - { ratio: { a: second/b, b: first/a, of: service.p99 }, expect: higher, least: 1.25 }
                  - { ratio: { a: second/b, b: second/b, of: service.p99 }, expect: above, least: 1.25 }
            """;

        assertThatThrownBy(() ->
                        new StudyRequest(StudyChoice.ALL, List.of(), null).plan(new StudyFile("small.yaml", wrong)))
                .hasMessageContaining("small.yaml:23:23: the study has no cell called 'second/c'")
                .hasMessageContaining("did you mean 'second/b'")
                .hasMessageContaining(
                        "small.yaml:24:72: claims.1.conditions.2: a ratio needs 'expect: above' or 'below'")
                .hasMessageContaining("small.yaml:25:18: claims.1.conditions.3: 'a' and 'b' are the same");
    }
}
