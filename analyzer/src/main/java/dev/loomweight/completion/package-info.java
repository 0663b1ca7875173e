/** Commands and their options as shells complete them and man pages show them; knows no command of Loomweight's. */
@NullMarked
package dev.loomweight.completion;

import org.jspecify.annotations.NullMarked;
