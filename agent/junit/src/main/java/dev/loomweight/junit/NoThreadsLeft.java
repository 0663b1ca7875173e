package dev.loomweight.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The test fails if a thread that it created is alive after it has ended: virtual threads, and platform threads. Workers of
 * pools that no JVM waits for (virtual ones and daemons), daemons that the JDK created for itself, threads of JUnit, and
 * threads that a static initializer created do not count.
 *
 * <p>On a class it applies to each of its tests, those of its nested classes and of its subclasses, and to what the class
 * does outside of tests, such as {@code @BeforeAll}, whose threads may live until the class has ended. On a method it
 * replaces what the class says. Below Java 21 annotated tests are skipped.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(GateExtension.class)
public @interface NoThreadsLeft {

    /**
     * {@return which threads may stay} What the name of a thread begins with, or the name of a class, or of a package: one
     * that created the thread, that is on its stack, or that the thread is of.
     */
    String[] allowed() default {};

    /**
     * {@return how long a thread may take to end after its test, as a number with a unit: {@code 500ms}, {@code 5s}} No test
     * waits for it: the run does after its last test, for threads that have not ended.
     */
    String grace() default "2s";
}
