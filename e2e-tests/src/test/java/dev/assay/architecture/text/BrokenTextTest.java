package dev.assay.architecture.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every rule on text finds what breaks it, with its place, and nothing else. */
class BrokenTextTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path root;

    @ParameterizedTest
    @ValueSource(strings = {"TO" + "DO", "FIX" + "ME", "XX" + "X"})
    void aMarkerIsFound(String marker) {
        assertThat(LineRules.markers(new TextFile("a.md", "fine\n// " + marker + ": later\n")))
                .extracting(Finding::line)
                .containsExactly(2);
        assertThat(LineRules.markers(new TextFile("a.md", "dir." + "X".repeat(6) + " MASTODONTE\n")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/ro" + "ot/x", "see /ho" + "me/jo/x", "\"/Use" + "rs/jo/x\""})
    void aMachinesFolderIsFound(String path) {
        assertThat(LineRules.machinePaths(new TextFile("a.md", path + "\n"))).hasSize(1);
    }

    @Test
    void aRelativePathIsNoMachinesFolder() {
        assertThat(LineRules.machinePaths(new TextFile("a.md", "module/root/x $HOME/x https://a.b/c/home/x/y\n")))
                .isEmpty();
    }

    @Test
    void aVendorsWordOutsideOfItsFolderIsFound() {
        String line = "case \"kafka\" -> 1;\n";
        assertThat(LineRules.vendors(new TextFile("cli/src/main/java/A.java", line)))
                .hasSize(1);
        assertThat(LineRules.vendors(new TextFile("systems/kafka/src/main/java/A.java", line)))
                .isEmpty();
        assertThat(LineRules.vendors(new TextFile("cli/src/test/java/A.java", line)))
                .isEmpty();
    }

    @Test
    void aPomThatAddsARepositoryIsFound() {
        String pom = "<project>\n<%s><%s>\n";
        assertThat(SupplyRules.repositories(new TextFile("core/pom.xml", pom.formatted("repositories", "repository"))))
                .extracting(Finding::line)
                .containsExactly(2);
        assertThat(SupplyRules.repositories(
                        new TextFile("pom.xml", pom.formatted("pluginRepositories", "pluginRepository"))))
                .hasSize(1);
        assertThat(SupplyRules.repositories(new TextFile("pom.xml", "<localRepository>\n")))
                .isEmpty();
    }

    @Test
    void aWrapperWithoutAChecksumIsFound() {
        String path = ".mvn/wrapper/maven-wrapper.properties";
        write(path, "distributionUrl=https://host/maven.zip\n");
        assertThat(SupplyRules.wrapper(tree())).hasSize(1);
        write(path, "distributionUrl=https://host/maven.zip\ndistributionSha256Sum=" + "0a".repeat(32) + "\n");
        assertThat(SupplyRules.wrapper(tree())).isEmpty();
        write(path, "distributionUrl=http://host/maven.zip\ndistributionSha256Sum=" + "0a".repeat(32) + "\n");
        assertThat(SupplyRules.wrapper(tree())).hasSize(1);
    }

    @Test
    void aClientWithoutADigestIsFound() {
        write("pom.xml", "<x.version>1.0</x.version>\n");
        assertThat(SupplyRules.pinnedClients(tree())).hasSize(1);
        write(
                "systems/x/src/main/resources/META-INF/assay/driver.properties",
                "client.coordinates=g:one,g:two:@x.version@\nclient.version=2.0\n");
        String pins = "systems/x/src/main/resources/META-INF/assay/artifact-digests.txt";
        write(pins, "# g:two:1.0\n" + "0a".repeat(32) + " g:one:2.0\n");
        assertThat(SupplyRules.pinnedClients(tree()))
                .extracting(Finding::what)
                .containsExactly("g:two:1.0 has no digest in artifact-digests.txt of systems/x");
        write(pins, "0a".repeat(32) + " g:one:2.0\n" + "0b".repeat(32) + " g:two:1.0\n");
        assertThat(SupplyRules.pinnedClients(tree())).isEmpty();
    }

    @Test
    void whiteSpaceOutOfOrderIsFound() {
        assertThat(LineRules.whiteSpace(new TextFile("a.md", "a\tb\nfine\nspace \nreturn\r\nopen")))
                .extracting(Finding::line)
                .containsExactly(1, 3, 4, 0);
        assertThat(LineRules.whiteSpace(new TextFile("m/src/test/resources/golden.txt", "a\t \n")))
                .isEmpty();
    }

    @Test
    void aLinkToNowhereIsFound() {
        write("docs/A.md", "[one](B.md) [two](../README.md#top) [three](https://example.org/x)\n\n[four](gone.md)\n");
        write("docs/B.md", "x\n");
        write("README.md", "x\n");
        assertThat(DocumentRules.links(tree()))
                .containsExactly(new Finding("docs/A.md", 3, "link to nowhere: gone.md"));
    }

    @Test
    void decisionsWithoutANumberOfTheirOwnOrAPartAreFound() {
        String whole = "# x\n## Context\n## Decision\n## Consequences\n";
        write("docs/adr/README.md", "[1](0001-one.md) [3](0003-three.md) (0003-another.md) [4](0004-four.md)\n");
        write("docs/adr/0001-one.md", whole);
        write("docs/adr/0003-another.md", whole);
        write("docs/adr/0003-three.md", whole + "line\n".repeat(40));
        write("docs/adr/0004-four.md", "# x\n## Context\n## Decision\n");
        write("docs/adr/0005-five.md", whole);
        write("docs/adr/notes.md", "x\n");
        assertThat(DocumentRules.decisions(tree()).stream().map(Finding::toString))
                .containsExactly(
                        "docs/adr/0003-three.md: another decision has the number 0003",
                        "docs/adr/0003-three.md: a decision has fewer than 40 lines",
                        "docs/adr/0004-four.md: the part '## Consequences' is missing",
                        "docs/adr/0005-five.md: docs/adr/README.md has no link to it",
                        "docs/adr/notes.md: a decision is named like 0001-what-it-is-about.md");
    }

    @Test
    void missingFrontDocumentsAreFound() {
        write("LICENSE", "\n");
        write("CHANGELOG.md", "# Changes\n");
        assertThat(DocumentRules.frontDocuments(tree()))
                .extracting(Finding::path)
                .containsExactly("ARCHITECTURE.md", "CONTRIBUTING.md", "LICENSE");
        assertThat(DocumentRules.changelog(tree())).hasSize(1);
        write("CHANGELOG.md", "# Changes\n\n## [Unreleased]\n");
        assertThat(DocumentRules.changelog(tree())).isEmpty();
    }

    @Test
    void aModuleThatIsNotDescribedIsFound() {
        write("pom.xml", "<module>core</module><module>drivers/kafka</module>\n");
        write("ARCHITECTURE.md", "| `core` | kafka |\n");
        assertThat(DocumentRules.modulesAreDescribed(tree()))
                .extracting(Finding::what)
                .containsExactly("does not name the module `drivers/kafka`");
    }

    @Test
    void aScenarioThatNobodyIntroducesIsFound() {
        write("scenarios/one.yaml", "name: one\n");
        write("scenarios/two.yaml", "name: two\n");
        write("README.md", "Start with scenarios/one.yaml.\n");
        assertThat(DocumentRules.scenariosAreIntroduced(tree()))
                .extracting(Finding::path)
                .containsExactly("scenarios/two.yaml");
    }

    @Test
    void aCommandThatNoDocumentShowsIsFound() {
        write("README.md", "./assay run FILE\n");
        write("docs/USE.md", "assay planning\n");
        assertThat(DocumentRules.commandsAreDescribed(tree(), List.of("run", "plan")))
                .extracting(Finding::what)
                .containsExactly("neither it nor docs/ shows 'assay plan'");
    }

    @Test
    void whatTheBuildMakesIsLeftOut() {
        write("core/target/A.java", "x\n");
        write(".git/config", "x\n");
        write(".ci/run", "x\n");
        assertThat(tree().files()).extracting(TextFile::path).containsExactly(".ci/run");
    }

    private ProjectTree tree() {
        return ProjectTree.of(root);
    }

    private void write(String path, String text) {
        try {
            Path file = root.resolve(path);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
