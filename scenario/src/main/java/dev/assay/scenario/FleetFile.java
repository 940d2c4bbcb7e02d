package dev.assay.scenario;

import dev.assay.scenario.fleet.Fleet;

public final class FleetFile {
    private static final SchemaNode SHAPE = SchemaNode.of(Fleet.class);

    private FleetFile() {}

    /**
     * Reads a fleet.
     *
     * @param fileName the name that problems are reported under
     * @param text the file's text
     * @throws ScenarioException with all problems of the file at once
     */
    public static Fleet read(String fileName, String text) throws ScenarioException {
        Source source = Source.ofFile(fileName, text, SecretValues.UNREAD);
        ProblemLog log = new ProblemLog();
        Object fleet = TreeBinder.read(SHAPE, source, YamlText.read(source, text, log), log, (_, _) -> {});
        log.throwIfAny();
        return (Fleet) fleet;
    }
}
