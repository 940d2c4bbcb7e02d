package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormerNamesTest {
    @ParameterizedTest
    @CsvSource({
        "gate runs/A --baseline runs/B --fail-if x, 'gate', 'assay compare DIR... --baseline DIR|KEY=VALUE --fail-if CONDITION'",
        "gate --help, 'gate', 'assay compare DIR... --baseline DIR|KEY=VALUE --fail-if CONDITION'",
        "calibrate --quick, calibrate, assay doctor --calibrate",
        "history runs, 'history', 'assay compare DIR... --in-order'",
        "run --image x x.yaml, --image, 'pods.image in a fleet file, and --workers-on kubernetes:@FILE'",
        "capacity --pod-cpu=2 x.yaml, --pod-cpu, 'pods.cpu in a fleet file, and --workers-on kubernetes:@FILE'",
        "kubernetes manifest --pod-memory 2Gi x.yaml, --pod-memory, 'pods.memory in a fleet file, and --workers-on kubernetes:@FILE'",
        "kubernetes doctor --pod-patience 1m, --pod-patience, 'pods.patience in a fleet file, and --workers-on kubernetes:@FILE'",
        "verify --pod-deadline 1h x.yaml, --pod-deadline, 'pods.deadline in a fleet file, and --workers-on kubernetes:@FILE'",
        "cost runs/A --prices x, 'cost', 'assay report DIR --prices FILE'",
        "explain runs/A, 'explain', 'assay report DIR --verbose'",
        "attach assay-0f3a9c1e, attach, 'assay kubernetes attach RUN'",
        "completion bash, completion, assay help --completion",
        "help completion, completion, assay help --completion",
        "fleet clean ssh:load-1, fleet, 'assay cleanup --workers-on PLACE'",
        "index results --to x.html, index, 'assay report CARD... --html FILE'",
        "scenarios quickstart, scenarios, assay list",
        "schema, schema, assay list --schema",
        "study list, study, assay run NAME",
        "reproduce x.card, reproduce, assay run NAME.card",
        "'verify x.yaml --repeat 5', --repeat, --set repeat=N",
        "capacity x.yaml --precision=5%, --precision, --set workload.rate.search.precision=PERCENT",
        "run --fit x.yaml, --fit, --set study.scale=machine",
        "run --otlp=http://localhost:4318 x.yaml, --otlp, --metrics PORT"
    })
    void aFormerNameIsAnsweredWithThePresentOne(String typed, String former, String now) {
        ProgramUnderTest.Ended ended = ProgramUnderTest.run(typed.split(" "));

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.said().lines()).containsExactly("'" + former + "' is now '" + now + "'");
    }
}
