package dev.assay.architecture.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAnnotation;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rules on text held against the files of the project. That each can fail shows {@link BrokenTextTest}. */
class ProjectTextTest {
    private static final ProjectTree TREE = ProjectTree.ofThisProject();

    @Test
    void nothingIsMarkedAsUnfinished() {
        assertThat(everywhere(LineRules::markers)).isEmpty();
    }

    @Test
    void nothingNamesAMachinesFolders() {
        assertThat(everywhere(LineRules::machinePaths)).isEmpty();
    }

    @Test
    void aVendorIsNamedInItsOwnFolderOnly() {
        assertThat(everywhere(LineRules::vendors)).isEmpty();
    }

    @Test
    void whiteSpaceIsInOrder() {
        assertThat(everywhere(LineRules::whiteSpace)).isEmpty();
    }

    @Test
    void whatIsFetchedComesFromWhereItAlwaysDid() {
        assertThat(everywhere(SupplyRules::repositories)).isEmpty();
        assertThat(SupplyRules.wrapper(TREE)).isEmpty();
        assertThat(SupplyRules.pinnedClients(TREE)).isEmpty();
    }

    @Test
    void linksLeadSomewhere() {
        assertThat(DocumentRules.links(TREE)).isEmpty();
    }

    @Test
    void decisionsAreWholeAndListed() {
        assertThat(DocumentRules.decisions(TREE)).isEmpty();
    }

    @Test
    void frontDocumentsAreThere() {
        assertThat(DocumentRules.frontDocuments(TREE)).isEmpty();
    }

    @Test
    void theChangelogHasAPlaceForTheNextChange() {
        assertThat(DocumentRules.changelog(TREE)).isEmpty();
    }

    @Test
    void modulesAreDescribed() {
        assertThat(DocumentRules.modulesAreDescribed(TREE)).isEmpty();
    }

    @Test
    void scenariosAreIntroduced() {
        assertThat(DocumentRules.scenariosAreIntroduced(TREE)).isEmpty();
    }

    @Test
    void commandsAreDescribed() {
        assertThat(DocumentRules.commandsAreDescribed(TREE, commands())).isEmpty();
    }

    private static List<Finding> everywhere(Function<TextFile, List<Finding>> rule) {
        return TREE.files().stream().flatMap(file -> rule.apply(file).stream()).toList();
    }

    /** The subcommands as they are written after {@code assay}, those of commands included, from picocli's annotations. */
    private static List<String> commands() {
        JavaClass program = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("dev.assay.cli")
                .get("dev.assay.cli.Main");
        return below(program, "").toList();
    }

    private static Stream<String> below(JavaClass command, String prefix) {
        return annotation(command)
                .flatMap(annotation -> annotation.get("subcommands").stream())
                .flatMap(subcommands -> Stream.of((JavaClass[]) subcommands))
                .flatMap(subcommand -> annotation(subcommand)
                        .filter(annotation -> !annotation
                                .get("hidden")
                                .map(Boolean.TRUE::equals)
                                .orElse(false))
                        .flatMap(annotation -> annotation.get("name").stream())
                        .map(name -> prefix + name)
                        .flatMap(name -> Stream.concat(Stream.of(name), below(subcommand, name + " "))));
    }

    private static Stream<JavaAnnotation<JavaClass>> annotation(JavaClass command) {
        return command.tryGetAnnotationOfType("picocli.CommandLine$Command").stream();
    }
}
