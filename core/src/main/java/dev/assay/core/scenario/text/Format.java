package dev.assay.core.scenario.text;

import dev.assay.core.scenario.Scenario;

/** The format of scenario files. */
final class Format {
    /** What a whole file may hold. */
    static final SchemaNode FILE = SchemaNode.of(Scenario.class);

    private Format() {}
}
