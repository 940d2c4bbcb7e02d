package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reaches the cluster in {@code KUBECONFIG}, in its current namespace. Pods have the image that {@code ASSAY_TEST_IMAGE} names, and a
 * quarter of a processor each, so that a small machine has room for four.
 */
final class RealKubernetes {
    private RealKubernetes() {}

    /** Skips a test, with the reason in its output, where a variable is not set. */
    static void require() {
        String obstacle = "";
        if (System.getenv("KUBECONFIG") == null) {
            obstacle = "KUBECONFIG is not set";
        } else if (System.getenv("ASSAY_TEST_IMAGE") == null) {
            obstacle = "ASSAY_TEST_IMAGE names no image with Java 25";
        }
        if (!obstacle.isEmpty()) {
            System.out.println("skipped: runs in pods: " + obstacle);
        }
        assumeTrue(obstacle.isEmpty(), obstacle);
    }

    static String image() {
        return String.valueOf(System.getenv("ASSAY_TEST_IMAGE"));
    }

    static String[] run(AssayProgram assay, String scenario, String image, String... more) throws IOException {
        Stream<String> keys = Stream.concat(Stream.of("image: '" + image + "'", "cpu: 250m"), Arrays.stream(more));
        assay.write("fleet.yaml", "pods: { " + keys.collect(Collectors.joining(", ")) + " }");
        return new String[] {"run", scenario, "--workers-on", "kubernetes:@fleet.yaml"};
    }

    /** Returns the names of all objects of runs, one a line. */
    static String objects() throws Exception {
        return kubectl("get job,pod,secret,configmap,service -l app.kubernetes.io/managed-by=assay -o name");
    }

    static String kubectl(String arguments) throws Exception {
        Process process = new ProcessBuilder("/bin/sh", "-c", "kubectl " + arguments)
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said.replace("No resources found in default namespace.", "").strip();
    }
}
