package dev.assay.architecture.modules;

import static dev.assay.architecture.modules.ImportedClasses.FIXTURES;
import static dev.assay.architecture.modules.ImportedClasses.PRODUCT;
import static dev.assay.architecture.modules.ImportedClasses.ROOT;
import static dev.assay.architecture.modules.ImportedClasses.fixture;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import dev.assay.architecture.modules.EdgeRules.Library;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that every rule fails on a fixture that breaks it, names the culprit, and accepts correct classes. */
class BrokenRulesTest {
    static Stream<Arguments> brokenRules() {
        String edges = FIXTURES + ".edges";
        String vendor = FIXTURES + ".vendor";
        String sides = FIXTURES + ".sides";
        String impure = FIXTURES + ".impure..";
        Library client = new Library(vendor + ".client..", List.of("systems.kafka.driver.."));
        return Stream.of(
                argumentSet("edge", EdgeRules.edgesOf(AssayModule.MODEL, edges), "edges", "KnowsRun"),
                argumentSet("no module", EdgeRules.everyClassHasAModule(edges), "edges", "Homeless"),
                argumentSet("vendor client", EdgeRules.staysWithItsOwners(client, vendor), "vendor", "UsesVendor"),
                argumentSet("driver deploys", EdgeRules.driversDeployNothing(sides), "sides", "Sends"),
                argumentSet("deployment loads", EdgeRules.deploymentsKnowNoDriver(sides), "sides", "Starts"),
                argumentSet("cycle", EdgeRules.noPackageCycles(FIXTURES + ".cycle"), "cycle", "Left"),
                argumentSet("reads a file", PurityRules.touchesNoFiles(impure), "impure", "ReadsFile"),
                argumentSet("writes a file", PurityRules.touchesNoFiles(impure), "impure", "WritesOldStyle"),
                argumentSet("reads the clock", PurityRules.readsNoClock(impure), "impure", "ReadsClock.clock"),
                argumentSet("reads the wall clock", PurityRules.readsNoClock(impure), "impure", "ReadsClock.wall"),
                argumentSet("unseeded chance", PurityRules.readsNoClock(impure), "impure", "UnseededChance"),
                argumentSet("thread", PurityRules.startsNoThreadsAndLogsNothing(impure), "impure", "StartsThread"),
                argumentSet("log", PurityRules.startsNoThreadsAndLogsNothing(impure), "impure", "Logs"),
                argumentSet(
                        "process", ProcessRules.theSupervisorStartsProcesses(ROOT), "processes", "StartsProcess.start"),
                argumentSet(
                        "command", ProcessRules.theSupervisorStartsProcesses(ROOT), "processes", "StartsProcess.exec"),
                argumentSet("class name", HouseRules.namesSaySomething(), "names", "TextHelper"),
                argumentSet("package name", HouseRules.namesSaySomething(), "names", "util.Anything"),
                argumentSet("locale", HouseRules.programsHaveNoLocale(), "locale", "PrintsLocally"),
                argumentSet("letters", HouseRules.lettersHaveNoLocale(), "locale", "PrintsLocally.shout"),
                argumentSet("virtual thread", HouseRules.threadsAreTheMachines(), "threads", "RunsOnCarriers"));
    }

    @ParameterizedTest
    @MethodSource("brokenRules")
    void aBrokenRuleNamesTheCulprit(ArchRule rule, String fixture, String culprit) {
        assertThat(rule.evaluate(fixture(fixture)).getFailureReport().toString())
                .contains(culprit);
    }

    @ParameterizedTest
    @MethodSource("brokenRules")
    void whatIsRightIsLeftAlone(ArchRule rule, String fixture, String culprit) {
        assertThat(rule.evaluate(fixture(fixture)).getFailureReport().toString())
                .as("besides %s", culprit)
                .doesNotContain("KnowsModel", "Harmless", "UnitOfUtility");
    }

    @Test
    void anAllowedEdgeIsNoViolation() {
        ArchRule rule = EdgeRules.edgesOf(AssayModule.WORKER, FIXTURES + ".edges");
        assertThat(rule.evaluate(fixture("edges")).hasViolation()).isFalse();
    }

    @ParameterizedTest
    @FieldSource("dev.assay.architecture.modules.EdgeRules#LIBRARIES")
    void everyLibraryOfTheTableIsInUse(Library library) {
        List<JavaClass> owner = PRODUCT.stream()
                .filter(JavaClass.Predicates.resideInAnyPackage(
                        ROOT + "." + library.owners().getFirst()))
                .toList();
        ArchRule unused = EdgeRules.staysWithItsOwners(new Library(library.packagePattern(), List.of()), ROOT);
        assertThat(owner.isEmpty() || unused.evaluate(PRODUCT).hasViolation())
                .as("%s is used by anyone; a misspelt name would protect nothing", library.packagePattern())
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource(AssayModule.class)
    void theTableHasNoCycle(AssayModule module) {
        assertThat(module.mayKnow()).noneMatch(known -> known.known().contains(module));
    }

    @Test
    void anEdgeInAPomIsSeenUnlessItIsForTests() {
        String pom = """
                <dependency><groupId>dev.assay</groupId><artifactId>assay-run</artifactId></dependency>
                <dependency><groupId>dev.assay</groupId><artifactId>assay-testing</artifactId><scope>test</scope></dependency>
                <dependency><groupId>org.agrona</groupId><artifactId>agrona</artifactId></dependency>
                """;
        assertThat(PomEdges.of(pom)).containsExactly("assay-run");
    }

    @Test
    void theWrittenTableIsReadRowByRow() {
        assertThat(WrittenTable.of("| `a` | is a | – |\n| `b/c` | is `x` | `a`, `d` |\n| other | `a` |\n"))
                .isEqualTo(Map.of("a", Set.of(), "b/c", Set.of("a", "d")));
    }

    @Test
    void aModuleThatTheTableLacksIsAnError() {
        assertThatThrownBy(() -> AssayModule.ofFolder("attic")).hasMessageContaining("attic");
    }
}
