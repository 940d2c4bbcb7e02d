package dev.assay.cluster.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cluster.DeploymentException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessorSetTest {
    @Test
    void what_is_started_behind_the_prefix_may_use_no_others() throws IOException, InterruptedException {
        ProcessorSet one = ProcessorSet.first(1);
        List<String> words = new ArrayList<>(one.commandPrefix());
        words.addAll(List.of("grep", "Cpus_allowed_list", "/proc/self/status"));
        Process process = new ProcessBuilder(words).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).isZero();
        assertThat(output.strip()).endsWith("\t" + one.numbers().getFirst());
    }

    @Test
    void no_more_are_given_than_there_are() {
        assertThatThrownBy(() -> ProcessorSet.first(100_000))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("lower processors");
    }
}
