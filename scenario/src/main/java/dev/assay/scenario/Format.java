package dev.assay.scenario;

import dev.assay.model.spec.Scenario;

/** The format of scenario files. */
final class Format {
    /** What a whole file may hold. */
    static final SchemaNode FILE = SchemaNode.of(Scenario.class);

    private Format() {}
}
