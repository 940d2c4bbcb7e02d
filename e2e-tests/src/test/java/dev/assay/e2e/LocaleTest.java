package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that values, also those of workers and in names of folders, have the digits 0 to 9 in every locale. */
class LocaleTest {
    private static final String OTHER_DIGITS = "[\\p{Nd}&&[^0-9]]";

    @Test
    void aRunInEgyptIsWrittenLikeAnyOther(@TempDir Path folder) throws Exception {
        AssayProgram assay = AssayProgram.in(folder).with("JDK_JAVA_OPTIONS", "-Duser.language=ar -Duser.country=EG");
        assay.write("memory.yaml", Scenarios.memory("100 B", "2 s"));

        Ended run = assay.run(AssayProgram.PATIENCE, "run", "memory.yaml");

        assertThat(run.code()).as(run.said()).isIn(0, 5);
        assertThat(run.said()).doesNotContainPattern(OTHER_DIGITS);
        Path directory = assay.runs().getFirst();
        assertThat(directory.resolve("trials").resolve("001-memory")).isDirectory();
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> texts = files.filter(file -> file.toString().matches(".*\\.(json|csv|hlog|log)"))
                    .toList();
            assertThat(texts).hasSizeGreaterThan(5);
            for (Path text : texts) {
                assertThat(text).content().doesNotContainPattern(OTHER_DIGITS);
            }
        }
    }
}
