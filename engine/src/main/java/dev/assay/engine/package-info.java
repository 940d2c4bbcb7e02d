/** The measuring loop of one worker: pacing, payloads, recorders, consumers, ledger, self-observation. */
@NullMarked
package dev.assay.engine;

import org.jspecify.annotations.NullMarked;
