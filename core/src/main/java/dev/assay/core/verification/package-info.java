/** Whether acknowledged messages survived a fault: the exact account, the verdict, what is recorded. */
@NullMarked
package dev.assay.core.verification;

import org.jspecify.annotations.NullMarked;
