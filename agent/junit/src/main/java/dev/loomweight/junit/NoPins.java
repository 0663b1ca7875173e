package dev.loomweight.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The test fails if virtual threads were pinned by own code, or by code that own code called, for more than a millisecond
 * while it ran.
 *
 * <p>On a class it applies to each of its tests, those of its nested classes and of its subclasses, and to what runs in
 * the class outside of tests. On a method it replaces what the class says, {@link ExpectPins} included. Below Java 21
 * annotated tests are skipped.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(GateExtension.class)
public @interface NoPins {

    /**
     * {@return how many pins there may be, of any length: 0 or more} If not given, pins are not counted, and
     * {@link #longest()} alone decides.
     */
    long atMost() default Long.MIN_VALUE;

    /**
     * {@return the longest that a single pin may take, as a number with a unit: {@code 20ms}, {@code 1.5ms}, {@code 2s}}
     * If neither it nor {@link #atMost()} is given, it is {@code 1ms}: a monitor that another thread releases at once
     * takes less, and blocking for work takes more. {@code atMost = 0} refuses pins of any length.
     */
    String longest() default "";

    /**
     * {@return the packages whose pins count} If empty, those of {@code own} in {@code loomweight.toml}; without them, all
     * code outside the JDK.
     */
    String[] own() default {};

    /**
     * {@return whether pins while a class is loaded or initialized count} They happen once in a JVM, in whichever test is
     * the first; by default the message only mentions them.
     */
    boolean includeClassLoading() default false;
}
