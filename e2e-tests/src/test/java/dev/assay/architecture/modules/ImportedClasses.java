package dev.assay.architecture.modules;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

final class ImportedClasses {
    static final String ROOT = "dev.assay";
    static final String FIXTURES = "dev.assay.architecture.fixture";

    /** Holds all classes of all modules without their tests; they are imported once. */
    static final JavaClasses PRODUCT = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    private static final JavaClasses ALL_FIXTURES = new ClassFileImporter().importPackages(FIXTURES);

    private ImportedClasses() {}

    static JavaClasses fixture(String name) {
        return ALL_FIXTURES.that(JavaClass.Predicates.resideInAPackage(FIXTURES + "." + name + ".."));
    }
}
