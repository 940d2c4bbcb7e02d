package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.spec.Deployment;
import dev.assay.model.spec.NamedCluster;
import dev.assay.model.spec.TrialSpec;
import dev.assay.model.study.Untestable;
import dev.assay.scenario.plan.TrialPoint;
import dev.assay.scenario.study.Study;
import dev.assay.scenario.study.StudyCell;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests studies on running clusters: cells that need other settings of the servers can't be tested there. */
class StudyOnClustersTest {
    private static final String STUDY = """
            study: two
            title: two settings
            scenario:
              systems: { kafka: {}, pulsar: {} }
              workload: { rate: 500/s }
            tests:
              threads:
                says: what threads do
                cells:
                  usual: { system: kafka }
                  four: { system: kafka, settings: { kafka: { broker: { num.io.threads: 4 } } } }
                  eight: { system: kafka, settings: { kafka: { broker: { num.io.threads: 8 } } } }
                  other: { system: pulsar }
            """;

    private static NamedCluster kafka(String... set) throws ScenarioException {
        return new NamedCluster(
                "kafka",
                SystemOptions.read("assay cluster up", "kafka", List.of(set), Optional.empty(), SecretValues.UNREAD),
                "4.3.1",
                Map.of("bootstrap.servers", "127.0.0.1:1", "replication", "3"));
    }

    private static StudyCell cell(Study study, String name) {
        return study.cells().stream()
                .filter(cell -> cell.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static TrialSpec spec(StudyCell cell) {
        return cell.variants().values().iterator().next().spec();
    }

    @Test
    void whatTheClusterHasIsMeasuredThereAndTheRestIsNotTestable() throws ScenarioException {
        Study study = new StudyFile(
                        "two.yaml", STUDY, List.of(kafka("settings.broker.num.io.threads=4")), SecretValues.UNREAD)
                .read(List.of(), Map.of());

        for (String name : List.of("usual", "four")) {
            StudyCell measured = cell(study, name);
            assertThat(measured.missing()).isEmpty();
            assertThat(spec(measured).on()).map(on -> on.name()).contains("kafka");
            assertThat(spec(measured).system().deployment()).isEqualTo(Deployment.EXISTING);
        }
        assertThat(cell(study, "eight").missing()).hasValueSatisfying(refused -> {
            assertThat(refused.code()).isEqualTo(Untestable.U5);
            assertThat(refused.reason()).contains("num.io.threads", "8", "the running cluster 'kafka'", "4");
        });
        assertThat(spec(cell(study, "other")).on()).isEmpty();
    }

    @Test
    void cellsAreTheSameWhereverTheyAreMeasured() throws ScenarioException {
        Study there = new StudyFile("two.yaml", STUDY, List.of(kafka()), SecretValues.UNREAD).read(List.of(), Map.of());
        Study here = StudyFile.read("two.yaml", STUDY, List.of());

        assertThat(keys(there)).isEqualTo(keys(here));
    }

    private static List<Map<?, ?>> keys(Study study) {
        return study.cells().stream()
                .flatMap(cell -> cell.variants().values().stream())
                .<Map<?, ?>>map(TrialPoint::keys)
                .toList();
    }

    @Test
    void aTrialOfAClusterIsReadOnItAgain() throws ScenarioException {
        NamedCluster cluster = kafka("settings.broker.num.io.threads=4", "nodes=3");
        TrialSpec trial = ScenarioFile.read(
                        "x.yaml",
                        "name: x\nsystems: { kafka: {} }\nworkload: { rate: 500/s }\n",
                        List.of(),
                        Set.of(),
                        List.of(cluster))
                .points()
                .getFirst()
                .spec();

        ScenarioFile again =
                ScenarioFile.read("y.yaml", TrialText.scenario("y", trial, 1), List.of(), Set.of(), List.of(cluster));

        assertThat(again.points())
                .singleElement()
                .satisfies(point -> assertThat(point.spec()).isEqualTo(trial));
    }
}
