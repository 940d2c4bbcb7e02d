package dev.assay.run.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.Plan;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WorkerAdviceTest {
    @Test
    void aWorkerWithoutProducerAndConsumerIsNamedWithWhatToDo() throws Exception {
        assertThat(WorkerAdvice.of(plan("1"), 2))
                .containsExactly("warning: trial 1: w2 of 2 workers will have nothing to do, because 1 producer and"
                        + " 1 consumer are assigned round-robin; use 1 worker, or raise workload.producers or"
                        + " workload.consumers");
    }

    @Test
    void onlyTrialsWithIdleWorkersAreNamed() throws Exception {
        assertThat(WorkerAdvice.of(plan("[1, 2, 3]"), 3))
                .hasSize(2)
                .anySatisfy(line -> assertThat(line).startsWith("warning: trial 1: w2, w3 of 3 workers"))
                .anySatisfy(line -> assertThat(line).startsWith("warning: trial 2: w3 of 3 workers"));
    }

    @Test
    void aWorkerWithAConsumerOnlyIsNotIdle() throws Exception {
        assertThat(WorkerAdvice.of(plan("1", "workload.subscriptions=2"), 2)).isEmpty();
        assertThat(WorkerAdvice.of(plan("1", "workload.consumers=2"), 2)).isEmpty();
        assertThat(WorkerAdvice.of(plan("1"), 1)).isEmpty();
    }

    @Test
    void moreProducersThanAWorkerCarriesAreNamedWithHowManyWorkersWouldDo() throws Exception {
        assertThat(WorkerAdvice.of(plan("200"), 1)).isEmpty();
        assertThat(WorkerAdvice.of(plan("1000"), 5)).isEmpty();
        assertThat(WorkerAdvice.of(plan("1000"), 1))
                .singleElement()
                .asString()
                .startsWith("warning: trial 1: a worker gets 1000 producers")
                .contains("beyond 200", "--workers 5");
    }

    @Test
    void severalWorkersOfASystemThatLivesInThemShareAJvm() throws Exception {
        assertThat(WorkerAdvice.sharing(plan("3"), 3))
                .hasValue("memory has no servers and runs inside its workers, so w1 to w3 run in one JVM");
        assertThat(WorkerAdvice.sharing(plan("3"), 1)).isEmpty();
    }

    private static Plan plan(String producers, String... overrides) throws ScenarioException {
        String text = "name: idle\nsystems: { memory: {} }\nworkload: { producers: " + producers + " }\n";
        return ScenarioFile.read("idle.yaml", text, List.of(overrides), Set.of())
                .plan();
    }
}
