package dev.assay.architecture.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.architecture.text.Finding;
import dev.assay.architecture.text.ProjectTree;
import dev.assay.architecture.text.TextFile;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourceRulesTest {
    private static final String MAIN = "m/src/main/java/A.java";

    @Test
    void theSourcesOfTheProjectKeepTheRules() {
        List<TextFile> sources = ProjectTree.ofThisProject().javaFiles();
        assertThat(sources).as("sources looked at").hasSizeGreaterThan(50);
        assertThat(JavaSources.findings(sources)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Thread.sleep(1)",
                "java.lang.Thread.sleep(1)",
                "TimeUnit.SECONDS.sleep(1)",
                "MILLISECONDS.sleep(1)"
            })
    void aSleepIsFoundWhereverItIs(String call) {
        String source = "class A { void a() throws Exception { " + call + "; } }";
        assertThat(JavaSources.findings(List.of(new TextFile("m/src/test/java/A.java", source))))
                .extracting(Finding::what)
                .containsExactly("a sleep: wait for the condition instead");
    }

    @Test
    void aPublicTypeWithoutDocumentationIsFound() {
        assertThat(found("public class A {}")).containsExactly("the public type A has no documentation");
        assertThat(found("/** D. */ public class A { public record B() {} }"))
                .containsExactly("the public type B has no documentation");
        assertThat(found("class A {}")).isEmpty();
    }

    @Test
    void aFindingSaysWhere() {
        TextFile file = new TextFile("m/src/test/java/A.java", "class A {\n\n  Object a = Thread.sleep();\n}\n");
        assertThat(JavaSources.findings(List.of(file)).getFirst().toString())
                .startsWith("m/src/test/java/A.java:3: a sleep");
    }

    private static List<String> found(String source) {
        return JavaSources.findings(List.of(new TextFile(MAIN, source))).stream()
                .map(Finding::what)
                .toList();
    }
}
