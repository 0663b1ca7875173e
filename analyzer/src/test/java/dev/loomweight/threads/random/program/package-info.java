/** Random programs with known truth: they run on JDK 17, 21 and later, and need nothing but the JDK. */
package dev.loomweight.threads.random.program;
