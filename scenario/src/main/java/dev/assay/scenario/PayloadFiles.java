package dev.assay.scenario;

@FunctionalInterface
public interface PayloadFiles {
    /** Refuses all files, as there is no scenario file that a path could be relative to. */
    PayloadFiles NONE = path -> {
        throw new IllegalArgumentException("can't read the payload file '" + path + "': there are none here");
    };

    /**
     * Returns the text of a file.
     *
     * @param path as the scenario gives it, relative to the scenario's folder
     * @throws IllegalArgumentException when it can't be read; the message says why
     */
    String text(String path);
}
