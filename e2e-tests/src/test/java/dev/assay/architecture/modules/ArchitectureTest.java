package dev.assay.architecture.modules;

import static dev.assay.architecture.modules.ImportedClasses.PRODUCT;
import static dev.assay.architecture.modules.ImportedClasses.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import dev.assay.architecture.modules.EdgeRules.Library;
import dev.assay.architecture.text.ProjectTree;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;

/** Checks the product against the rules; {@link BrokenRulesTest} shows that each rule can fail. */
class ArchitectureTest {
    @ParameterizedTest
    @EnumSource(AssayModule.class)
    void aModuleKnowsOnlyWhatTheTableAllows(AssayModule module) {
        EdgeRules.edgesOf(module, ROOT).check(PRODUCT);
    }

    @ParameterizedTest
    @EnumSource(AssayModule.class)
    void theClassesOfEveryModuleAreLookedAt(AssayModule module) {
        boolean hasSources = ProjectTree.ofThisProject().files().keySet().stream()
                .anyMatch(path -> path.startsWith(module.folder() + "/src/main/java/"));
        assertThat(hasClasses(module))
                .as("module %s has classes on the class path of the architecture tests", module.folder())
                .isEqualTo(hasSources && module.packagesBelow(ROOT).length > 0);
    }

    @ParameterizedTest
    @EnumSource(AssayModule.class)
    void aPomHasNoEdgeThatTheTableLacks(AssayModule module) {
        assertThat(PomEdges.of(ProjectTree.ofThisProject().text(module.folder() + "/pom.xml")))
                .isSubsetOf(module.mayKnow().stream().map(AssayModule::artifact).toList());
    }

    @ParameterizedTest
    @EnumSource(AssayModule.class)
    void theTableInTheDocumentIsTheTableOfTheTests(AssayModule module) {
        assertThat(WrittenTable.of(ProjectTree.ofThisProject().text("ARCHITECTURE.md")))
                .containsEntry(
                        module.folder(),
                        module.mayKnow().stream().map(AssayModule::folder).collect(Collectors.toSet()));
    }

    @Test
    void everyClassBelongsToAModule() {
        EdgeRules.everyClassHasAModule(ROOT).check(PRODUCT);
    }

    @ParameterizedTest
    @FieldSource("dev.assay.architecture.modules.EdgeRules#LIBRARIES")
    void aLibraryIsUsedByItsOwnersOnly(Library library) {
        EdgeRules.staysWithItsOwners(library, ROOT).check(PRODUCT);
    }

    @Test
    void theTwoSidesOfASystemAreApart() {
        EdgeRules.driversDeployNothing(ROOT).check(PRODUCT);
        EdgeRules.deploymentsKnowNoDriver(ROOT).check(PRODUCT);
    }

    @Test
    void systemsAreApart() {
        EdgeRules.systemsAreApart(ROOT).check(PRODUCT);
    }

    @Test
    void packagesFormNoCycles() {
        EdgeRules.noPackageCycles(ROOT).check(PRODUCT);
    }

    @Test
    void modelAndAnalysisAndReportTouchNoFiles() {
        PurityRules.touchesNoFiles(ROOT + ".model..", ROOT + ".analysis..", ROOT + ".report..")
                .check(PRODUCT);
    }

    @Test
    void modelAndAnalysisAndReportReadNoClock() {
        PurityRules.readsNoClock(ROOT + ".model..", ROOT + ".analysis..", ROOT + ".report..")
                .check(PRODUCT);
    }

    @Test
    void modelAndAnalysisAndReportStartNoThreadsAndLogNothing() {
        PurityRules.startsNoThreadsAndLogsNothing(ROOT + ".model..", ROOT + ".analysis..", ROOT + ".report..")
                .check(PRODUCT);
    }

    @Test
    void theSupervisorStartsProcesses() {
        ProcessRules.theSupervisorStartsProcesses(ROOT).check(PRODUCT);
    }

    @Test
    void whoeverElseMayStartProcessesIsThere() {
        assertThat(ProcessRules.OTHERS.keySet()).allMatch(PRODUCT::contain);
    }

    @Test
    void namesSaySomething() {
        HouseRules.namesSaySomething().check(PRODUCT);
    }

    @Test
    void whatIsWrittenDependsOnNoLocale() {
        HouseRules.programsHaveNoLocale().check(PRODUCT);
        HouseRules.lettersHaveNoLocale().check(PRODUCT);
    }

    @Test
    void threadsAreTheMachines() {
        HouseRules.threadsAreTheMachines().check(PRODUCT);
    }

    private static boolean hasClasses(AssayModule module) {
        return PRODUCT.stream().anyMatch(JavaClass.Predicates.resideInAnyPackage(module.packagesBelow(ROOT)));
    }
}
