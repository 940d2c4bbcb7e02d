/** Whether acknowledged messages outlived a fault: the exact account, the judgement, what is written down. */
@NullMarked
package dev.assay.core.proof;

import org.jspecify.annotations.NullMarked;
