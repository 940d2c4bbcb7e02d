package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.spec.FailCondition;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailConditionsTest {
    private static final String TWO_RATES = """
            name: x
            systems: { memory: }
            durability: level-4
            workload: { rate: [100/s, 200/s] }
            """;
    private static final String ONE_RATE = TWO_RATES.replace("[100/s, 200/s]", "100/s");

    private static ScenarioFile read(String text, String... overrides) throws ScenarioException {
        return ScenarioFile.read("x.yaml", text, List.of(overrides), Set.of());
    }

    private static void assertRefused(String text, String... words) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOfSatisfying(
                        ScenarioException.class,
                        e -> assertThat(e.problems().render()).contains(words).endsWith("1 problem.\n"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            fail-if: response.p99 > 1.2x              | response.p99 > 1.20x
            fail-if: [response.p99>1.2x]              | response.p99 > 1.20x
            fail-if: ['end-to-end.p50 > 1.1x', achieved < 0.9x] | end-to-end.p50 > 1.10x, achieved < 0.90x
            """)
    void conditionsAreOneOrAList(String line, String conditions) throws Exception {
        assertThat(read(TWO_RATES + line).failIf()).hasToString("[" + conditions + "]");
        assertThat(FailConditions.recorded(TWO_RATES + line, List.of())).hasToString("[" + conditions + "]");
    }

    @Test
    void withoutTheKeyThereAreNone() throws Exception {
        assertThat(read(TWO_RATES).failIf()).isEmpty();
        assertThat(FailConditions.recorded(TWO_RATES, List.of())).isEmpty();
        assertThat(FailConditions.recorded("study: x\nfail-if: achieved < 0.9x\n", List.of()))
                .isEmpty();
    }

    @Test
    void anOptionAddsReplacesAndRemovesThem() throws Exception {
        FailCondition p99 = FailCondition.parse("response.p99 > 1.2x");
        FailCondition achieved = FailCondition.parse("achieved < 0.9x");
        String file = TWO_RATES + "fail-if: service.p50 > 2x\n";

        assertThat(read(TWO_RATES, "fail-if=response.p99 > 1.2x").failIf()).containsExactly(p99);
        assertThat(read(file, "fail-if=response.p99 > 1.2x, achieved < 0.9x").failIf())
                .containsExactly(p99, achieved);
        assertThat(FailConditions.recorded(file, List.of("fail-if=['achieved < 0.9x']")))
                .containsExactly(achieved);
        assertThat(read(file, "fail-if=[]").failIf()).isEmpty();
        assertThat(FailConditions.recorded(file, List.of("fail-if=[]"))).isEmpty();
    }

    /** A dimension made by an option counts as well. */
    @Test
    void anOptionMayMakeWhatIsCompared() throws Exception {
        assertThat(read(ONE_RATE + "fail-if: achieved < 0.9x\n", "workload.rate=100/s,200/s")
                        .failIf())
                .hasSize(1);
    }

    @Test
    void eachMistakeStandsAtItsPlace() {
        assertRefused(
                TWO_RATES + "fail-if: ['response.p99 > 1.2x', 'response.p42 > 1.2x']\n",
                "x.yaml:5:34: fail-if.2: expected a statistic like response.p99 or end-to-end.mean, but found 'response.p42': 'p42' is not one of mean, p50, p75, p90, p95, p99, p99.9, p99.99; or achieved, or capacity");
        assertRefused(
                TWO_RATES + "fail-if: response.p99\n",
                "x.yaml:5:10: fail-if: expected a condition like 'response.p99 > 1.10x' or 'capacity < 0.95x', but found 'response.p99': it has no > or <");
        assertRefused(
                TWO_RATES + "fail-if:\n  - response.p99 > 1.2\n",
                "x.yaml:6:5: fail-if.1: expected a condition like 'response.p99 > 1.10x' or 'capacity < 0.95x', but found 'response.p99 > 1.2': '1.2' is no bound");
    }

    @Test
    void nothingIsComparedWhereNothingVaries() {
        assertRefused(
                ONE_RATE + "fail-if: response.p99 > 1.2x\n",
                "x.yaml:5:1: fail-if compares the values of what varies with the first of them, but all trials of this scenario measure the same thing",
                "write a list of two values in place of one, such as 'rate: [1000/s, 2000/s]'");
        assertRefused(
                TWO_RATES.replace("rate:", "partitions: [1, 6], rate:") + "fail-if: response.p99 > 1.2x\n",
                "x.yaml:5:1: fail-if compares by one dimension, but several vary: workload.partitions, workload.rate",
                "assay compare DIR --by KEY");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            capacity < 0.9x                | workload: | no rate is searched for
            response.p99 in catch-up > 2x  | workload: | there is no measured phase 'catch-up'
            achieved in catch-up < 0.9x    | workload: | there is no measured phase 'catch-up'
            end-to-end.p99 > 2x            | workload: { subscriptions: 0 } | nothing reads the messages
            response.p99 > 2x              | phases: { a: { for: 1 s }, b: { for: 1 s } } | several phases are measured, and it names none
            response.p99 > 2x              | workload: { rate: { search: { to: 10k/s, objectives: { response.p99: 1 s } } } } | a search has a capacity only
            """)
    void whatWillNotBeMeasuredIsRefused(String condition, String keys, String why) {
        assertRefused(
                """
                name: x
                systems: { memory: { mean: [1 ms, 2 ms] } }
                durability: level-4
                %s
                fail-if: [%s]
                """.formatted(keys, condition),
                "x.yaml:5:11: fail-if: " + condition.replaceFirst(" *[<>].*", "") + " will not be measured: " + why);
    }

    @Test
    void aStudyHasClaimsInstead() {
        assertThatThrownBy(() -> new StudyFile("x.yaml", """
                        study: x
                        title: X
                        scenario: { systems: { memory: }, durability: level-4, fail-if: achieved < 0.9x }
                        tests: { a: { cells: { one: { workload: { rate: 100/s } } } } }
                        """).read(List.of(), Map.of()))
                .hasMessageContaining("the claims of a study say what decides them");
    }
}
