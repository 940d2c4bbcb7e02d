/** What `check` says in the end is held to what happened. */
@NullMarked
package dev.assay.architecture.check;

import org.jspecify.annotations.NullMarked;
