package io.hopwright.models.topology.family;

import io.hopwright.models.topology.description.ParameterException;

/**
 * Finite field of q = p^n elements. An element is an integer whose digits to base p are the
 * coefficients of a polynomial, lowest first, modulo the monic irreducible polynomial of degree n
 * whose number is least. Memory: 8 q² B. Immutable.
 */
final class FiniteField {
  private final int q;
  private final int p;
  private final int[] sums;
  private final int[] products;

  /** Creates a field; q must be a prime power of at most 2^12. */
  FiniteField(String family, int q) {
    this.q = q;
    p = leastPrimeFactor(q);
    int degree = 0;
    for (int rest = q; rest > 1; rest /= p) {
      if (rest % p != 0) {
        throw new ParameterException(
            family,
            "q",
            "is " + q + ", which is not a prime power; the next smaller one is " + lower(q));
      }
      degree++;
    }
    final int modulus = irreducible(degree);
    sums = new int[q * q];
    products = new int[q * q];
    for (int a = 0; a < q; a++) {
      for (int b = 0; b < q; b++) {
        sums[q * a + b] = sum(a, b);
        products[q * a + b] = remainder(product(a, b), modulus);
      }
    }
  }

  private static int lower(int above) {
    for (int candidate = above - 1; candidate > 2; candidate--) {
      int rest = candidate;
      while (rest % leastPrimeFactor(candidate) == 0) {
        rest /= leastPrimeFactor(candidate);
      }
      if (rest == 1) {
        return candidate;
      }
    }
    return 2;
  }

  private static int leastPrimeFactor(int number) {
    for (int factor = 2; factor * factor <= number; factor++) {
      if (number % factor == 0) {
        return factor;
      }
    }
    return number;
  }

  private int sum(int a, int b) {
    int sum = 0;
    int power = 1;
    for (int x = a, y = b; x > 0 || y > 0; x /= p, y /= p) {
      sum += (x + y) % p * power;
      power *= p;
    }
    return sum;
  }

  private int product(int a, int b) {
    int product = 0;
    int shifted = a;
    for (int rest = b; rest > 0; rest /= p) {
      for (int i = 0; i < rest % p; i++) {
        product = sum(product, shifted);
      }
      shifted *= p;
    }
    return product;
  }

  /** Returns the remainder of a polynomial by a monic one. */
  private int remainder(int dividend, int divisor) {
    int rest = dividend;
    while (rest >= leading(divisor)) {
      final int power = leading(rest);
      final int shifted = divisor * (power / leading(divisor));
      for (int digit = rest / power; digit < p; digit++) {
        rest = sum(rest, shifted);
      }
    }
    return rest;
  }

  /** Returns the power of p of a polynomial's leading digit; 1 for 0. */
  private int leading(int polynomial) {
    int power = 1;
    while (polynomial / power >= p) {
      power *= p;
    }
    return power;
  }

  private int irreducible(int degree) {
    int first = 1;
    for (int i = 0; i < degree; i++) {
      first *= p;
    }
    int candidate = first;
    while (!isIrreducible(candidate)) {
      candidate++;
    }
    return candidate;
  }

  private boolean isIrreducible(int polynomial) {
    final int leading = leading(polynomial);
    for (int power = p; power * power <= leading; power *= p) {
      for (int divisor = power; divisor < 2 * power; divisor++) {
        if (remainder(polynomial, divisor) == 0) {
          return false;
        }
      }
    }
    return true;
  }

  int add(int a, int b) {
    return sums[q * a + b];
  }

  int multiply(int a, int b) {
    return products[q * a + b];
  }

  /** Returns a − b. */
  int subtract(int a, int b) {
    for (int difference = 0; ; difference++) {
      if (add(difference, b) == a) {
        return difference;
      }
    }
  }

  /** Returns the least primitive element. */
  int primitive() {
    for (int candidate = 1; ; candidate++) {
      int power = candidate;
      int order = 1;
      while (power != 1) {
        power = multiply(power, candidate);
        order++;
      }
      if (order == q - 1) {
        return candidate;
      }
    }
  }
}
