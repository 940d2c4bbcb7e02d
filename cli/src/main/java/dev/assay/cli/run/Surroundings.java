package dev.assay.cli.run;

import dev.assay.cli.terminal.Progress;
import dev.assay.provision.AssayCache;
import dev.assay.provision.artifact.ArtifactCache;

/** What every trial of a run finds around it. */
record Surroundings(AssayCache cache, ArtifactCache artifacts, Installation installation, Progress progress) {}
