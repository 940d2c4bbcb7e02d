/** Who may know whom, and what the classes of a module may touch. */
@NullMarked
package dev.assay.architecture.modules;

import org.jspecify.annotations.NullMarked;
